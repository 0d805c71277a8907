/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What devices hold while tasks are placed: the regions of their tasks, each once, and the largest working set. */
#pragma once

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

typedef struct _WeftMapRoom WeftMapRoom;

/* NULL when every device could hold all regions and the largest working set: memory cannot matter then. */
WeftMapRoom *weft_map_room_new    (const WeftMapProblem *problem);
void         weft_map_room_free   (WeftMapRoom          *self);
/* Whether the device can hold what the task needs, besides what it holds. */
gboolean     weft_map_room_takes  (const WeftMapRoom    *self,
                                   guint32               task,
                                   guint                 device);
void         weft_map_room_put    (WeftMapRoom          *self,
                                   guint32               task,
                                   guint                 device);
/* That no device takes a task. */
void         weft_map_room_refuse (const WeftMapRoom    *self,
                                   guint32               task,
                                   GError              **error);
/* That the one device that was chosen for a task does not take it. */
void         weft_map_room_refuse_on (const WeftMapRoom *self,
                                      guint32            task,
                                      guint              device,
                                      GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMapRoom, weft_map_room_free)

G_END_DECLS
