/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts as a picture in a file, whatever they are of. */
#pragma once

#include "draw/gantt/weft-gantt-sheet.h"

G_BEGIN_DECLS

/* @charts: [WEFT_GANTT_MOST_CHARTS] the second may be NULL; @heads: as many, each (nullable). The same charts give the
 * same bytes. FALSE with @error set when the file cannot be written. */
gboolean weft_gantt_export_charts (const char        *path,
                                   WeftGantt *const  *charts,
                                   const char *const *heads,
                                   const char        *title,
                                   const WeftPalette *palette,
                                   GError           **error);

G_END_DECLS
