/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every header needs: the export mark and the few types that all rooms share. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Everything without this mark stays inside the library. */
#define WEFT_API __attribute__ ((visibility ("default")))

G_END_DECLS
