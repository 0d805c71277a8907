/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What measurements correct the communication of a simulation by, from a file of knobs. */
#pragma once

#include <json-glib/json-glib.h>

#include "sim/weft-sim-options.h"

G_BEGIN_DECLS

/* (skip) The member "comm" of a document "weft-knobs/1"; empty without it. Errors are WEFT_JSON_ERROR with the place.
 * (element-type WeftSimCommKnob) (transfer full) (nullable) */
WEFT_API GArray *weft_sim_comm_knobs_read (JsonNode  *node,
                                           GError   **error);

G_END_DECLS
