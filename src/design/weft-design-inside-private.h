/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a design, for the two files that write to it. */
#pragma once

#include "design/weft-design-private.h"
#include "design/weft-facility-private.h"

G_BEGIN_DECLS

struct _WeftDesign
{
  GObject parent_instance;

  char *name; /* NULL when absent, as the next ones */
  char *notes;
  char *profile;
  WeftFacility facility;
  JsonObject *workload;
  JsonNode *waivers;
  gboolean has_partitions; /* the member is there, empty or not */
  GListStore *partitions;
  WeftGraph *graph; /* NULL when absent */
  JsonObject *unknown;

  guint frozen;
  guint editing; /* edits that are being applied or reverted */
  gboolean touched;
};

G_END_DECLS
