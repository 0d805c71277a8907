/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a folder that are runs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GPtrArray *weft_trail_list_names (const char *folder, GError **error);

G_END_DECLS
