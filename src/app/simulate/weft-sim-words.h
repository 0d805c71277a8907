/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the page says of a simulation, in rows of a name and a value. No widgets. */
#pragma once

#include "app/simulate/weft-simulation.h"

G_BEGIN_DECLS

/* (transfer full) (element-type WeftFact) */
GPtrArray *weft_facts_of_simulation (WeftSimulation *run);
/* "Queueing", for people. */
const char *weft_words_for_share    (WeftSimShare    share);

G_END_DECLS
