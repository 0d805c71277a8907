/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which knobs of a calibration can be accepted: those of all platforms, of one, or of a projection. */
#pragma once

#include <gio/gio.h>

#include "calib/weft-projection.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_ACCEPT_ALL,
  WEFT_ACCEPT_PLATFORM,
  WEFT_ACCEPT_PROJECTION,
} WeftAcceptKind;

#define WEFT_TYPE_ACCEPT_LIST (weft_accept_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftAcceptList, weft_accept_list, WEFT, ACCEPT_LIST, GObject)

WeftAcceptList *weft_accept_list_new        (void);
/* Of GtkStringObject, for people. (transfer none) */
GListModel     *weft_accept_list_get_titles (WeftAcceptList       *self);
/* Both (nullable). TRUE when it is another list now. */
gboolean        weft_accept_list_update     (WeftAcceptList       *self,
                                             WeftFit              *fit,
                                             const WeftProjection *projection);
/* @platform: (out) (transfer none) (nullable): its name, or that of the target of the projection. */
WeftAcceptKind  weft_accept_list_get        (WeftAcceptList       *self,
                                             guint                 index,
                                             const char          **platform);
/* What they hold for. (transfer full) */
char           *weft_accept_list_dup_words  (WeftAcceptList       *self,
                                             guint                 index);
/* G_MAXUINT when it is not there. */
guint           weft_accept_list_find       (WeftAcceptList       *self,
                                             WeftAcceptKind        kind,
                                             const char           *platform);

G_END_DECLS
