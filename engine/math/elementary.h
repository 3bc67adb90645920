// sin, cos, tan, asin, acos, atan2, exp, log that give the same bits on every machine and compiler: built
// from
// + - * / and sqrt only, which IEEE 754 rounds correctly. libm differs in the last bit between platforms.
// Errors are below 1 ulp for |x| up to 2^30 (trigonometric) and everywhere finite (the others); tests measure
// it.
#pragma once

#define MATH_PI 0x1.921fb54442d18p+1

double math_sin(double x);
double math_cos(double x);
double math_tan(double x);
double math_asin(double x);
double math_acos(double x);
double math_atan2(double y, double x);
double math_exp(double x);
double math_log(double x);
