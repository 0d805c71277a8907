/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a document says about its budget. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct
{
  gboolean is_there; /* the member is there, with a budget or without */
  double power_w;    /* NAN when absent */
  double cost_usd;
  JsonObject *unknown;
} WeftFacility;

/* NULL stands for an absent member. */
void      weft_facility_set     (WeftFacility       *self,
                                 JsonNode           *value);
JsonNode *weft_facility_to_json (const WeftFacility *self);
void      weft_facility_clear   (WeftFacility       *self);

G_END_DECLS
