/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the chain of a run holds, found out in a worker. No widgets. */
#pragma once

#include "trail/weft-trail.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CHAIN_CHECK (weft_chain_check_get_type ())
/* Signal "changed": progress, or the end. */
G_DECLARE_FINAL_TYPE (WeftChainCheck, weft_chain_check, WEFT, CHAIN_CHECK, GObject)

WeftChainCheck        *weft_chain_check_new         (const char     *path);
void                   weft_chain_check_start       (WeftChainCheck *self);
void                   weft_chain_check_cancel      (WeftChainCheck *self);
gboolean               weft_chain_check_get_running (WeftChainCheck *self);
double                 weft_chain_check_get_share   (WeftChainCheck *self); /* that is done, 0 to 1 */
const WeftChainReport *weft_chain_check_get_report  (WeftChainCheck *self);
const char            *weft_chain_check_get_failure (WeftChainCheck *self); /* (nullable): why it cannot be checked at all */

G_END_DECLS
