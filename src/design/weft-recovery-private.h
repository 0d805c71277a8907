/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reading a journal yields, before anybody knows what it is good for. */
#pragma once

#include "design/weft-recovery.h"

G_BEGIN_DECLS

typedef struct
{
  char *file; /* (nullable): absolute path */
  char *digest; /* (nullable) */
  guint n_changes;
  gint64 time_s;
  WeftRecoveryState state;
  JsonNode *root; /* the document that the journal leads to */
} WeftReplay;

gboolean weft_replay_read  (WeftReplay  *replay,
                            const char  *bytes,
                            gsize        length,
                            GError     **error);
void     weft_replay_clear (WeftReplay  *replay);

G_END_DECLS
