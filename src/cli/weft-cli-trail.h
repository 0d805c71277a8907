/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of `weft trail` share. */
#pragma once

#include "cli/weft-cli.h"
#include "trail/weft-trail.h"

G_BEGIN_DECLS

/* The options that are of this command alone. */
typedef struct
{
  char *actor;
  char *kind;
  char *text;
} WeftTrailOptions;

/* A verb; its first argument, if it has one, is options->arguments[1]. */
typedef int (*WeftTrailVerb) (const WeftCliOptions *options, const WeftTrailOptions *own);

int           weft_trail_verb_list   (const WeftCliOptions *options, const WeftTrailOptions *own);
int           weft_trail_verb_show   (const WeftCliOptions *options, const WeftTrailOptions *own);
int           weft_trail_verb_why    (const WeftCliOptions *options, const WeftTrailOptions *own);
int           weft_trail_verb_verify (const WeftCliOptions *options, const WeftTrailOptions *own);
int           weft_trail_verb_export (const WeftCliOptions *options, const WeftTrailOptions *own);
int           weft_trail_verb_import (const WeftCliOptions *options, const WeftTrailOptions *own);
int           weft_trail_verb_replay (const WeftCliOptions *options, const WeftTrailOptions *own);

/* The run that a name means; NULL after a message. (transfer full) */
WeftTrailRun *weft_cli_trail_open    (const char *name);

G_END_DECLS
