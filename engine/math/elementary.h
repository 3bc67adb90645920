// sin, cos, tan, asin, acos, atan2, exp and log that give the same bits on every machine and compiler. They
// use only integers and + - * / sqrt, which IEEE 754 rounds correctly; the libm of different platforms
// differs in the last bit. The error is below 0.501 ulp for every finite argument. Infinities, zeros and
// their signs follow the C standard. A NaN result is the same NaN on every machine, whatever NaN came in.
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
