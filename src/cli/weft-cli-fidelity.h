/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs looked at a second time, by simulation: progress, words and the picture of both rankings. */
#pragma once

#include "cli/weft-cli.h"
#include "search/weft-fidelity.h"

G_BEGIN_DECLS

/* @designs: (element-type WeftDesign). @fidelity: (out) (nullable) (transfer full): none when it was stopped. FALSE
 * after a message. */
gboolean weft_cli_look_again     (const WeftCliOptions *options,
                                  WeftEvaluator        *evaluator,
                                  GPtrArray            *designs,
                                  WeftFidelity        **fidelity);
void     weft_cli_print_fidelity (const WeftCliOptions *options,
                                  const WeftFidelity   *fidelity);
/* FALSE after a message. */
gboolean weft_cli_save_agreement (const WeftFidelity   *fidelity,
                                  const char           *path);

G_END_DECLS
