/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of collectives, libraries, algorithms and limits, in files and for people. */
#include "cost/weft-fabric.h"

#include "base/weft-name.h"

#include <glib/gi18n-lib.h>

static const char *const collective_nicks[WEFT_N_COLLECTIVES] = {
  [WEFT_COLLECTIVE_ALL_REDUCE] = "all_reduce",
  [WEFT_COLLECTIVE_ALL_GATHER] = "all_gather",
  [WEFT_COLLECTIVE_REDUCE_SCATTER] = "reduce_scatter",
  [WEFT_COLLECTIVE_ALL_TO_ALL] = "all_to_all",
  [WEFT_COLLECTIVE_BROADCAST] = "broadcast",
  [WEFT_COLLECTIVE_POINT_TO_POINT] = "point_to_point",
};

static const char *const library_nicks[WEFT_N_LIBRARIES] = {
  [WEFT_LIBRARY_NCCL] = "nccl",
  [WEFT_LIBRARY_CUSTOM] = "custom",
  [WEFT_LIBRARY_MPI] = "mpi",
  [WEFT_LIBRARY_ANY] = "any",
};

typedef struct
{
  const char *nick;
  const char *label;
} Names;

static const Names algorithms[WEFT_N_ALGORITHMS] = {
  [WEFT_ALGORITHM_NONE] = { "none", N_ ("nothing to do") },
  [WEFT_ALGORITHM_RING] = { "ring", N_ ("ring") },
  [WEFT_ALGORITHM_TREE] = { "tree", N_ ("tree") },
  [WEFT_ALGORITHM_RECURSIVE_DOUBLING] = { "recursive_doubling", N_ ("recursive doubling") },
  [WEFT_ALGORITHM_HALVING_DOUBLING] = { "halving_doubling", N_ ("halving and doubling") },
  [WEFT_ALGORITHM_DIRECT] = { "direct", N_ ("direct") },
  [WEFT_ALGORITHM_HIERARCHICAL] = { "hierarchical", N_ ("hierarchical rings") },
  [WEFT_ALGORITHM_IN_SWITCH] = { "in_switch", N_ ("in the scale-up switches") },
  [WEFT_ALGORITHM_SWITCH_TREE] = { "switch_tree", N_ ("scale-up switches and a tree") },
  [WEFT_ALGORITHM_IN_NETWORK] = { "in_network", N_ ("in the network's switches") },
  [WEFT_ALGORITHM_ONE_SHOT] = { "one_shot", N_ ("one-shot custom") },
  [WEFT_ALGORITHM_FORWARDED] = { "forwarded", N_ ("forwarded inside domains") },
};

static const Names limits[WEFT_N_LIMITS] = {
  [WEFT_LIMIT_NONE] = { "none", N_ ("nothing") },
  [WEFT_LIMIT_INSIDE_LATENCY] = { "inside_latency", N_ ("intra-node latency") },
  [WEFT_LIMIT_INSIDE_BANDWIDTH] = { "inside_bandwidth", N_ ("intra-node bandwidth") },
  [WEFT_LIMIT_ACROSS_LATENCY] = { "across_latency", N_ ("scale-out latency") },
  [WEFT_LIMIT_ACROSS_BANDWIDTH] = { "across_bandwidth", N_ ("scale-out NIC") },
};

/**
 * weft_collective_nick: (skip)
 * @kind: a collective
 *
 * Returns: (transfer none): its name in files, "all_reduce"
 */
const char *
weft_collective_nick (WeftCollectiveKind kind)
{
  g_return_val_if_fail (kind < WEFT_N_COLLECTIVES, NULL);
  return collective_nicks[kind];
}

/**
 * weft_collective_parse: (skip)
 * @nick: "all_reduce", "all-reduce", "allreduce"
 * @kind: (out): the collective
 *
 * Returns: %FALSE when there is no such collective
 */
gboolean
weft_collective_parse (const char         *nick,
                       WeftCollectiveKind *kind)
{
  static const struct
  {
    const char *name;
    WeftCollectiveKind kind;
  } others[] = {
    { "p2p", WEFT_COLLECTIVE_POINT_TO_POINT },
    { "send_recv", WEFT_COLLECTIVE_POINT_TO_POINT },
    { "sendrecv", WEFT_COLLECTIVE_POINT_TO_POINT },
  };

  for (guint i = 0; i < WEFT_N_COLLECTIVES; i++)
    if (weft_name_equal (nick, collective_nicks[i]))
      {
        *kind = i;
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (weft_name_equal (nick, others[i].name))
      {
        *kind = others[i].kind;
        return TRUE;
      }
  return FALSE;
}

/**
 * weft_collective_library_nick: (skip)
 * @library: a library
 *
 * Returns: (transfer none): its name in files, "nccl"
 */
const char *
weft_collective_library_nick (WeftCollectiveLibrary library)
{
  g_return_val_if_fail (library < WEFT_N_LIBRARIES, NULL);
  return library_nicks[library];
}

/**
 * weft_collective_library_parse: (skip)
 * @nick: "nccl", "custom", "mpi", "any"
 * @library: (out): the library
 *
 * Returns: %FALSE when there is no such library
 */
gboolean
weft_collective_library_parse (const char            *nick,
                               WeftCollectiveLibrary *library)
{
  for (guint i = 0; i < WEFT_N_LIBRARIES; i++)
    if (weft_name_equal (nick, library_nicks[i]))
      {
        *library = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * weft_algorithm_nick: (skip)
 * @algorithm: an algorithm
 *
 * Returns: (transfer none): its name in files, "halving_doubling"
 */
const char *
weft_algorithm_nick (WeftCollectiveAlgorithm algorithm)
{
  g_return_val_if_fail (algorithm < WEFT_N_ALGORITHMS, NULL);
  return algorithms[algorithm].nick;
}

/**
 * weft_algorithm_label: (skip)
 * @algorithm: an algorithm
 *
 * Returns: (transfer none): its name for people, translated
 */
const char *
weft_algorithm_label (WeftCollectiveAlgorithm algorithm)
{
  g_return_val_if_fail (algorithm < WEFT_N_ALGORITHMS, NULL);
  return _ (algorithms[algorithm].label);
}

/**
 * weft_collective_limit_nick: (skip)
 * @limit: a limit
 *
 * Returns: (transfer none): its name in files, "across_bandwidth"
 */
const char *
weft_collective_limit_nick (WeftCollectiveLimit limit)
{
  g_return_val_if_fail (limit < WEFT_N_LIMITS, NULL);
  return limits[limit].nick;
}

/**
 * weft_collective_limit_label: (skip)
 * @limit: a limit
 *
 * Returns: (transfer none): its name for people, translated
 */
const char *
weft_collective_limit_label (WeftCollectiveLimit limit)
{
  g_return_val_if_fail (limit < WEFT_N_LIMITS, NULL);
  return _ (limits[limit].label);
}
