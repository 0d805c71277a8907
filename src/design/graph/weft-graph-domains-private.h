/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of the scale-up domains of a partition, in chips, as arrays of guint. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The largest first. */
void  weft_graph_domains_sort (GArray       *sizes);
/* Of sorted sizes: what all domains count as. */
guint weft_graph_domains_size (const GArray *sizes);
/* "12 of 72, 1 of 32". (transfer full) */
char *weft_graph_domains_show (const GArray *sizes);

G_END_DECLS
