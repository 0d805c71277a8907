/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notices a rank that ends, whatever started the job: each rank holds a connection to rank 0, which the system closes
 * with the process. MPI itself does not tell; what starts the job kills it some seconds later, or never. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WeftMpiWatch WeftMpiWatch;

/* What rank 0 tells the others; plain bytes. */
typedef struct
{
  char host[64];
  char token[40]; /* nobody else on the network is taken for a rank */
  guint16 port;
} WeftMpiAddress;

/* Rank 0: listens, and tells in @address where. */
WeftMpiWatch *weft_mpi_watch_new    (guint size, gboolean one_host, WeftMpiAddress *address, GError **error);
/* Rank 0: waits for all the others, then watches. */
gboolean      weft_mpi_watch_start  (WeftMpiWatch *self, GError **error);
/* The lost rank, 0 for none. */
guint         weft_mpi_watch_lost   (WeftMpiWatch *self);
/* Rank 0: from here on ranks may end; with @dismiss those that are left are told to. */
void          weft_mpi_watch_stop   (WeftMpiWatch *self, gboolean dismiss);
/* Other ranks: connects. When rank 0 ends before weft_mpi_watch_stop(), the process ends too. */
WeftMpiWatch *weft_mpi_watch_join   (const WeftMpiAddress *address, guint rank, GError **error);

G_END_DECLS
