/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window remembers between runs: size, style and open files, in a versioned key file
 * under $XDG_STATE_HOME/weft. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  int width;
  int height;
  gboolean maximized;
  char *style;    /* "system", "light" or "dark" */
  GStrv files;    /* URIs of the open files, in the order of their tabs */
  guint selected; /* index into files */
  GStrv favourites; /* parts that a person has starred: "chip:B200" */
  GStrv workloads;  /* of the page Workloads, as weft_map_memory_write() has them */
} WeftState;

/* (transfer full): never NULL; what the file does not say has its usual value. */
WeftState *weft_state_load (void);
gboolean   weft_state_save (const WeftState *self,
                            GError         **error);
void       weft_state_free (WeftState       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftState, weft_state_free)

G_END_DECLS
