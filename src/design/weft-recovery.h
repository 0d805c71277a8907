/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process that stopped has left unsaved: a journal, claimed so that no other process offers
 * it too, and the design that it leads to. */
#pragma once

#include "design/weft-journal.h"

G_BEGIN_DECLS

/* Journals that one scan takes; more are left for the next one. */
#define WEFT_RECOVERY_MAX 100
/* How long a discarded journal is kept. */
#define WEFT_RECOVERY_KEEP_S (7 * 24 * 60 * 60)

/* How much of the journal was sound. */
typedef enum
{
  WEFT_RECOVERY_WHOLE,
  WEFT_RECOVERY_TORN,    /* the change that was being written is lost */
  WEFT_RECOVERY_DAMAGED, /* what follows a damaged line is lost */
} WeftRecoveryState;

/* What has become of the design's file. */
typedef enum
{
  WEFT_ORIGINAL_NONE, /* it had none */
  WEFT_ORIGINAL_SAME,
  WEFT_ORIGINAL_CHANGED,
  WEFT_ORIGINAL_GONE,
} WeftOriginal;

#define WEFT_TYPE_RECOVERY (weft_recovery_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftRecovery, weft_recovery, WEFT, RECOVERY, GObject)

WEFT_API GPtrArray        *weft_recovery_scan          (const char    *folder,
                                                        GPtrArray     *problems);
WEFT_API gboolean          weft_recovery_discard       (WeftRecovery  *self,
                                                        GError       **error);
WEFT_API void              weft_recovery_expire        (const char    *folder,
                                                        gint64         now_s);

WEFT_API const char       *weft_recovery_get_id        (WeftRecovery  *self);
WEFT_API WeftDesign       *weft_recovery_get_design    (WeftRecovery  *self);
WEFT_API const char       *weft_recovery_get_file      (WeftRecovery  *self);
WEFT_API const char       *weft_recovery_get_digest    (WeftRecovery  *self);
WEFT_API WeftOriginal      weft_recovery_get_original  (WeftRecovery  *self);
WEFT_API const char *const *weft_recovery_get_differing (WeftRecovery *self);
WEFT_API guint             weft_recovery_get_n_changes (WeftRecovery  *self);
WEFT_API gint64            weft_recovery_get_time_s    (WeftRecovery  *self);
WEFT_API WeftRecoveryState weft_recovery_get_state     (WeftRecovery  *self);

G_END_DECLS
