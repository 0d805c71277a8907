/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft`: the commands, with their batches on the threads of this process. */
#include "cli/weft-cli-main.h"

int
main (int argc, char **argv)
{
  return weft_cli_main (argc, argv);
}
