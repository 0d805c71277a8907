/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the program finds its own files: environment first, then the folders of an uninstalled build, then the
 * installed ones. No path of the building machine ends up in a binary. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* WEFT_CATALOG_DIR, else the source tree's when run from a build folder, else the installed one. */
WEFT_API const char *weft_paths_catalog_dir  (void);
/* WEFT_DATA_DIR, likewise. */
WEFT_API const char *weft_paths_data_dir     (void);
/* $XDG_DATA_HOME/weft/catalog, which need not exist. */
WEFT_API const char *weft_paths_user_catalog (void);
/* The build folder when run from there, else NULL. */
WEFT_API const char *weft_paths_build_dir    (void);

G_END_DECLS
