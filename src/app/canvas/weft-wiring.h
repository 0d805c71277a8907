/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wire that hangs on the pointer: which items it may end at, and at which socket of them. Shared
 * by making a link and by rewiring one. */
#pragma once

#include "app/canvas/weft-tool.h"

G_BEGIN_DECLS

typedef struct
{
  char *from;        /* the end that stays: "tray:net" */
  guint from_item;
  double x0, y0;     /* where it starts */
  double x1, y1;     /* where it ends now */
  guint8 *targets;   /* for each item, whether it may end there */
  char *to;          /* (nullable): the end that it would get now */
  char *why;         /* (nullable): why it may not end where it is */
  gboolean shown;
} WeftWiringDrag;

/* From a socket, or from the nearest one of the item. FALSE when the item has none. */
gboolean weft_wiring_begin (WeftWiringDrag *drag,
                            WeftTool       *tool,
                            guint           item,
                            const char     *end,
                            double          x,
                            double          y);
void     weft_wiring_move  (WeftWiringDrag *drag,
                            WeftTool       *tool,
                            double          x,
                            double          y);
void     weft_wiring_mark  (WeftWiringDrag *drag,
                            WeftSceneMarks *marks);
void     weft_wiring_clear (WeftWiringDrag *drag);

G_END_DECLS
