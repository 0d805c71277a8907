/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design as `weft map` needs it: read, flattened, and as a platform. */
#pragma once

#include "cli/weft-cli-map.h"
#include "mapper/weft-machine-platform.h"

G_BEGIN_DECLS

typedef struct
{
  WeftEvaluator *evaluator;
  WeftInventory *inventory;
  WeftDesign *design;
  WeftFlat *flat;
  WeftPlatform *platform;
  GPtrArray *notes; /* what was assumed */
} WeftCliMachine;

/* The status to end with, WEFT_EXIT_DONE when all went well; else a message has been printed. */
int  weft_cli_machine_read  (WeftCliMachine       *machine,
                             const WeftCliOptions *options,
                             const char           *path);
/* The same without the platform, which is for mapping alone, and which the largest machines have none of. */
int  weft_cli_machine_read_flat (WeftCliMachine       *machine,
                                 const WeftCliOptions *options,
                                 const char           *path);
void weft_cli_machine_clear (WeftCliMachine       *machine);
/* Prints why there is no mapping. Returns the exit status that goes with it. */
int  weft_cli_fail_mapping  (const GError         *error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliMachine, weft_cli_machine_clear)

G_END_DECLS
