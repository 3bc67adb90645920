// A worker process.
#pragma once

// The main function of a worker process (harness --worker): takes orders on stdin until it closes.
int worker_main(void);
