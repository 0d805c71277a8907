/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One closed form for each kind of collective. */
#include "mapper/weft-comm-time-private.h"

/* Each rank keeps its own part of what it has and sends the others' parts, all at once. */
static WeftCommTime
all_to_all (double ranks, double bytes, const WeftLink *link)
{
  WeftCommTime start = { link->alpha_s, 0 };

  return weft_comm_time_add (start, weft_all_to_all (bytes * (ranks - 1) / ranks, 0, link, link));
}

WeftCommTime
weft_comm_time (WeftCommKind comm, double ranks, double bytes, const WeftLink *link)
{
  const WeftCommTime none = { 0, 0 };

  if (ranks <= 1)
    return none;
  switch (comm)
    {
    case WEFT_COMM_ALL_REDUCE:
      return weft_ring_all_reduce (ranks, bytes, link);
    case WEFT_COMM_ALL_GATHER:
      return weft_all_gather (ranks, bytes, link);
    case WEFT_COMM_REDUCE_SCATTER:
      return weft_reduce_scatter (ranks, bytes, link);
    case WEFT_COMM_ALL_TO_ALL:
      return all_to_all (ranks, bytes, link);
    case WEFT_COMM_BROADCAST:
      return weft_broadcast (ranks, bytes, link);
    case WEFT_COMM_NONE:
    case WEFT_COMM_SEND: /* its successors' edges carry the bytes */
    default:
      return none;
    }
}
