/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a preset. */
#pragma once

#include "model/whatif/weft-preset.h"

G_BEGIN_DECLS

struct _WeftPreset
{
  GObject parent_instance;

  char *id;
  char *name;
  char *description;
  char *source;
  GPtrArray *changes;  /* WeftPresetChange */
  GPtrArray *left_out; /* char *, NULL at the end */
};

G_END_DECLS
