/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which operators are communication, and how much of a buffer crosses a link. */
#include <string.h>

#include "base/weft-name.h"
#include "calib/weft-measurement.h"
#include "sim/weft-sim-trace.h"

typedef struct
{
  const char *name;     /* folded */
  gboolean is_beginning; /* of longer names as well: names that no kernel has */
  int comm;
} CommName;

/* As NCCL, MPI, OSU's benchmarks and traces call them. */
static const CommName comm_names[] = {
  { "allreduce", TRUE, WEFT_SIM_ALL_REDUCE },
  { "allgather", TRUE, WEFT_SIM_ALL_GATHER },
  { "reducescatter", TRUE, WEFT_SIM_REDUCE_SCATTER },
  { "alltoall", TRUE, WEFT_SIM_ALL_TO_ALL },
  { "a2a", FALSE, WEFT_SIM_ALL_TO_ALL },
  { "broadcast", FALSE, WEFT_SIM_BROADCAST },
  { "bcast", FALSE, WEFT_SIM_BROADCAST },
  { "reduce", FALSE, WEFT_SIM_REDUCE },
  { "gather", FALSE, WEFT_SIM_GATHER },
  { "scatter", FALSE, WEFT_SIM_SCATTER },
  { "barrier", FALSE, WEFT_SIM_BARRIER },
  { "p2p", TRUE, WEFT_MEASURED_MESSAGE },
  { "pointtopoint", TRUE, WEFT_MEASURED_MESSAGE },
  { "sendrecv", TRUE, WEFT_MEASURED_MESSAGE },
  { "pingpong", TRUE, WEFT_MEASURED_MESSAGE },
  { "send", FALSE, WEFT_MEASURED_MESSAGE },
  { "recv", FALSE, WEFT_MEASURED_MESSAGE },
  { "latency", FALSE, WEFT_MEASURED_MESSAGE },
  { "bw", FALSE, WEFT_MEASURED_MESSAGE },
  { "bibw", TRUE, WEFT_MEASURED_MESSAGE },
};

static const char *const prefixes[] = { "nccl", "rccl", "mpi", "osu" };

static const char *
without_prefix (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return name + strlen (prefixes[i]);
  return name;
}

int
weft_measured_comm (const char *op)
{
  g_autofree char *folded = weft_name_fold (op);
  const char *name = without_prefix (folded);

  for (guint i = 0; i < G_N_ELEMENTS (comm_names); i++)
    if (comm_names[i].is_beginning ? g_str_has_prefix (name, comm_names[i].name)
                                   : g_str_equal (name, comm_names[i].name))
      return comm_names[i].comm;
  return WEFT_MEASURED_COMPUTE;
}

double
weft_measured_factor (int comm, guint n_dev)
{
  double n = MAX (n_dev, 1);

  switch (comm)
    {
    case WEFT_SIM_ALL_REDUCE:
      return 2 * (n - 1) / n;
    case WEFT_SIM_ALL_GATHER:
    case WEFT_SIM_REDUCE_SCATTER:
    case WEFT_SIM_ALL_TO_ALL:
    case WEFT_SIM_GATHER:
    case WEFT_SIM_SCATTER:
      return (n - 1) / n;
    default:
      return 1;
    }
}

int
weft_measured_across (const char *path, guint n_dev)
{
  guint64 in_node;

  if (g_str_has_prefix (path, "dev_per_node="))
    {
      in_node = g_ascii_strtoull (path + strlen ("dev_per_node="), NULL, 10);
      return in_node < MAX (n_dev, 2) ? 1 : 0;
    }
  if (g_str_equal (path, "intra") || g_str_equal (path, "in-node") || g_str_equal (path, "node"))
    return 0;
  if (g_str_equal (path, "inter") || g_str_equal (path, "cross-node") || g_str_equal (path, "network"))
    return 1;
  return -1;
}
