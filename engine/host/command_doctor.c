// `harness doctor`: is this machine fit to measure on?
#include "host/commands.h"

#include <stdio.h>

#include "host/command_parts.h"
#include "machine/doctor.h"
#include "run/run.h"

int command_doctor(const Options *options) {
	(void)options;
	Machine machine;
	Finding findings[DOCTOR_FINDINGS_MAX];
	if (machine_look(&machine) != HN_OK) return complain(EXIT_ENVIRONMENT);
	printf("%s, %s, %s\n", machine.cpu, machine.arch, machine.kernel);
	int32_t unfit = doctor_print(stdout, findings, doctor_look(findings, &machine, ""));
	printf(unfit == 0 ? "fit to measure on\n"
	                  : "%d unfit: times are to be read with the A/A noise in mind; counts are not touched\n",
	       unfit);
	return EXIT_OK_ALL;
}
