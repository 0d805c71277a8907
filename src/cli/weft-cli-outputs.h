/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a command is asked to write. They are looked at before it begins: nobody wants one in the place of
 * another, or to learn after a long run that it cannot be written. */
#pragma once

#include "design/weft-design.h"

G_BEGIN_DECLS

typedef struct
{
  const char *option; /* "--csv" */
  const char *path;   /* (nullable): not asked for */
  gboolean picture;   /* its suffix says what kind */
} WeftCliOutput;

/* @inputs: (array zero-terminated=1): files that are read. FALSE after a message. */
gboolean weft_cli_check_outputs (const WeftCliOutput *outputs,
                                 guint                n,
                                 const char *const   *inputs);
/* Says that one of them was written, or why it was not, and hands on @is_saved. The error is looked at only here, so
 * that it may be set by the very call that @is_saved comes from. */
gboolean weft_cli_tell_saved    (gboolean      is_saved,
                                 const char   *path,
                                 GError      **error);
/* Write one of them and say so. FALSE after a message. */
gboolean weft_cli_save_text     (const char *path,
                                 const char *text);
gboolean weft_cli_save_design   (const char *path,
                                 WeftDesign *design);

G_END_DECLS
