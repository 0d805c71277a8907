/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances between endpoints, counted in cables. */
#pragma once

#include "design/topology/weft-topology-family-private.h"

G_BEGIN_DECLS

/* @diameter is -1 and @avg_hops NAN where they are not known. */
void     weft_hops_measure   (const WeftNet *net,
                              guint32        n_alike,
                              guint32        alike_step,
                              gint64        *diameter,
                              double        *avg_hops);
gboolean weft_hops_connected (const WeftNet *net);

G_END_DECLS
