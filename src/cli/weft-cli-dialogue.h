/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dialogue on a terminal: printed as it streams, with nothing from outside that could steer the terminal. */
#pragma once

#include "agent/weft-dialogue.h"
#include "cli/weft-cli.h"

G_BEGIN_DECLS

typedef struct _WeftCliDialogue WeftCliDialogue;

/* Prints what is there and what comes, until it is freed. @thinking: also what models think. */
WeftCliDialogue *weft_cli_dialogue_new  (const WeftCliOptions *options,
                                         WeftDialogue         *dialogue,
                                         gboolean              thinking);
void             weft_cli_dialogue_free (WeftCliDialogue *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftCliDialogue, weft_cli_dialogue_free)

G_END_DECLS
