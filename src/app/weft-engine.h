/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluator of this process: its catalog is read in a worker, once, when somebody first
 * needs it. No widgets. */
#pragma once

#include "agent/weft-transport.h"
#include "model/weft-evaluator.h"

G_BEGIN_DECLS

#define WEFT_TYPE_ENGINE (weft_engine_get_type ())
G_DECLARE_FINAL_TYPE (WeftEngine, weft_engine, WEFT, ENGINE, GObject)

WeftEngine    *weft_engine_new           (void);
void           weft_engine_start         (WeftEngine  *self);
WeftEvaluator *weft_engine_get_evaluator (WeftEngine  *self);
const char    *weft_engine_get_failure   (WeftEngine  *self);
WeftInventory *weft_engine_get_inventory (WeftEngine  *self,
                                          const char  *profile);
const char    *weft_engine_get_journals  (WeftEngine  *self);
void           weft_engine_set_journals  (WeftEngine  *self,
                                          const char  *folder);
/* Over the network; one for the program, made when something first asks. */
WeftTransport *weft_engine_get_transport (WeftEngine  *self);
/* The user's endpoints, read when something first asks. What a list holds is what every run and every dialog uses, so
 * that a key for this run only is known to both. */
GListStore    *weft_engine_get_endpoints (WeftEngine  *self);

G_END_DECLS
