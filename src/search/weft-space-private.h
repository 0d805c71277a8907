/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a space, for the problem that resolves it. */
#pragma once

#include "base/weft-json-at.h"
#include "search/weft-space.h"

G_BEGIN_DECLS

struct _WeftSpace
{
  GObject parent_instance;
  char *id;
  char *name;
  char *description;    /* (nullable) */
  GStrv chips;          /* (nullable): every partition chip */
  GStrv without;        /* (nullable) */
  GStrv scaleups;       /* (nullable): the ten fabric models */
  GStrv scaleouts;      /* (nullable): the ten fabric models */
  gboolean all_fabrics; /* not the ten alone but every one that fits */
  guint roles;          /* bits of WeftRole */
  guint n_fractions;
  guint fractions[WEFT_SPACE_MAX_FRACTIONS]; /* millionths, ascending */
  guint max_partitions;
  int generation_year;  /* 0: any */
  WeftBudget budget;    /* DEFAULT: whatever the problem says */
  double amount;        /* W or USD */
  char *text;           /* its JSON: a string, since nodes must not be shared between threads */
};

WeftSpace *weft_space_new_at (const WeftJsonAt *at,
                              GError          **error);

G_END_DECLS
