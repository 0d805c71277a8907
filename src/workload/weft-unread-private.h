/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of a file that a reader leaves out: each kind of them becomes one note with a count, so that nothing is
 * dropped in silence. */
#pragma once

#include "workload/weft-workload-text-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_UNREAD_UNKNOWN, /* the format does not have it, as far as Weft knows */
  WEFT_UNREAD_UNUSED,  /* the format has it, and nothing here depends on it */
} WeftUnreadReason;

typedef struct _WeftUnread WeftUnread;

WeftUnread *weft_unread_new    (void);
void        weft_unread_free   (WeftUnread             *self);
/* @where: the object that it stands in, such as "tasks[]", or "". */
void        weft_unread_add    (WeftUnread             *self,
                                WeftUnreadReason        reason,
                                const char             *where,
                                const char             *key);
void        weft_unread_report (WeftUnread             *self,
                                const WeftWorkloadText *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftUnread, weft_unread_free)

G_END_DECLS
