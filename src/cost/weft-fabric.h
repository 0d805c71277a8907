/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What collectives take on a fabric as measured: algorithms, group sizes, rails and reduction in switches. */
#pragma once

#include "catalog/weft-inventory.h"
#include "cost/weft-collective.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_COLLECTIVE_ALL_REDUCE,
  WEFT_COLLECTIVE_ALL_GATHER,
  WEFT_COLLECTIVE_REDUCE_SCATTER,
  WEFT_COLLECTIVE_ALL_TO_ALL,
  WEFT_COLLECTIVE_BROADCAST,
  WEFT_COLLECTIVE_POINT_TO_POINT,
  WEFT_N_COLLECTIVES,
} WeftCollectiveKind;

/* The software that runs them: who launches, and which algorithms there are. */
typedef enum
{
  WEFT_LIBRARY_NCCL,   /* NCCL, RCCL and their like: kernels on the chip */
  WEFT_LIBRARY_CUSTOM, /* a serving engine's own all-reduce where it is faster, NCCL elsewhere */
  WEFT_LIBRARY_MPI,    /* by the host processor; point to point at the links' own latency */
  WEFT_LIBRARY_ANY,    /* the best of all closed forms, at the links' own latency */
  WEFT_N_LIBRARIES,
} WeftCollectiveLibrary;

typedef enum
{
  WEFT_ALGORITHM_NONE,               /* one rank */
  WEFT_ALGORITHM_RING,
  WEFT_ALGORITHM_TREE,
  WEFT_ALGORITHM_RECURSIVE_DOUBLING,
  WEFT_ALGORITHM_HALVING_DOUBLING,
  WEFT_ALGORITHM_DIRECT,             /* every rank with every other one at once */
  WEFT_ALGORITHM_HIERARCHICAL,       /* rings inside the domains before and after one across them */
  WEFT_ALGORITHM_IN_SWITCH,          /* the switches of the domain reduce and copy */
  WEFT_ALGORITHM_SWITCH_TREE,        /* these, and a tree across domains */
  WEFT_ALGORITHM_IN_NETWORK,         /* the scale-out switches do */
  WEFT_ALGORITHM_FORWARDED,          /* once to each domain, and from there to the ranks inside */
  WEFT_ALGORITHM_ONE_SHOT,           /* every rank reads all the others' whole buffers */
  WEFT_N_ALGORITHMS,
} WeftCollectiveAlgorithm;

/* What a collective's time is mostly spent on. */
typedef enum
{
  WEFT_LIMIT_NONE,
  WEFT_LIMIT_INSIDE_LATENCY,
  WEFT_LIMIT_INSIDE_BANDWIDTH,
  WEFT_LIMIT_ACROSS_LATENCY,
  WEFT_LIMIT_ACROSS_BANDWIDTH,
  WEFT_N_LIMITS,
} WeftCollectiveLimit;

/* The numbers that are fitted to measurements; weft_fabric_constant_key() names each as the profile does. */
typedef enum
{
  WEFT_FABRIC_LAUNCH_S,         /* every collective, inside a domain */
  WEFT_FABRIC_STEP,             /* one step of a ring inside, in latencies of the link */
  WEFT_FABRIC_SHARE,            /* of the scale-up line rate, at large sizes */
  WEFT_FABRIC_DOUBLING,         /* share of the transfer time more for each doubling of hosts in a domain */
  WEFT_FABRIC_TREE_STEP,        /* a step of a tree inside, in steps of a ring */
  WEFT_FABRIC_SWITCH_SHARE,     /* of the line rate when switches reduce */
  WEFT_FABRIC_SWITCH_STEPS,     /* until the first sum is back, in steps of a ring */
  WEFT_FABRIC_SWITCH_RANKS,     /* fewest ranks for which the library lets switches reduce */
  WEFT_FABRIC_ONE_SHOT_S,       /* a custom all-reduce of two ranks */
  WEFT_FABRIC_ONE_SHOT_STEP_S,  /* and for each rank more */
  WEFT_FABRIC_ONE_SHOT_SHARE,   /* of the line rate */
  WEFT_FABRIC_RAMP,             /* how much filling a pipeline of chunks takes */
  WEFT_FABRIC_RAMP_LIMIT,       /* its most, in start-up times: chunks grow no further */
  WEFT_FABRIC_PEER_STEP,        /* each peer of an all-to-all, in steps of a ring */
  WEFT_FABRIC_PEER_SHARE,       /* an all-to-all's share of what a ring reaches */
  WEFT_FABRIC_HOST_S,           /* least time from one collective to the next when the host launches each */
  WEFT_FABRIC_NETWORK_LAUNCH_S, /* more for a collective that leaves the domain */
  WEFT_FABRIC_NETWORK_INSIDE,   /* a step inside in a collective that leaves the domain, in steps of one that does not */
  WEFT_FABRIC_NETWORK_SHARE,    /* of a port's line rate */
  WEFT_FABRIC_NETWORK_DOUBLING, /* share of the transfer time more for each doubling of domains */
  WEFT_FABRIC_NOISE_S,          /* a host that works on something else keeps all ranks waiting that long */
  WEFT_FABRIC_NOISE_SHARE,      /* probability that a rank meets that in one collective */
  WEFT_N_FABRIC_CONSTANTS,
} WeftFabricConstant;

/**
 * WeftFabricSite: (skip)
 * @scaleup: index in the inventory
 * @scaleout: index in the inventory
 * @chip: index in the inventory
 * @inside: the scale-up link as the design has it, with what its cables and switches add
 * @across: the scale-out link of one port, likewise
 * @domain_ranks: chips of a scale-up domain, S
 * @ports_per_rank: network ports of a domain over its chips; 0 for one a chip
 * @oversubscription: how many times the bandwidth below the first row of switches exceeds that above; 0 for 1
 * @leaf_domains: domains below one switch of that row; 0 when unknown: then every group meets the oversubscription
 *
 * Where collectives run, as a design or a command says it.
 */
typedef struct
{
  guint scaleup;
  guint scaleout;
  guint chip;
  WeftLink inside;
  WeftLink across;
  double domain_ranks;
  double ports_per_rank;
  double oversubscription;
  double leaf_domains;
} WeftFabricSite;

/**
 * WeftFabric: (skip)
 * @inside: the scale-up link at line rate, one direction a rank
 * @across: the scale-out link at line rate, one direction a port
 * @domain_ranks: S
 * @ports_per_rank: network ports of a domain over its ranks
 * @extra_s: part of the latency of @inside that the design's cables and switches add to the catalog's
 * @oversubscription: at least 1
 * @leaf_domains: see #WeftFabricSite
 * @node_ranks: chips of one host below the switches of a domain; 0 when the domain has no switches
 * @mesh_peers: peers that a rank has links of its own to; 0 when a switch or a ring joins the domain
 * @library: the software
 * @k: what was fitted, for this fabric and library
 * @reduces_in_switch: the scale-up switches can reduce
 * @reduces_in_network: the scale-out switches do
 * @scatters_in_network: the scale-out switches part and copy what goes to many: an all-to-all is one message whose flows do
 *   not collide, and a token for several experts leaves its port once
 * @launches_each: the host launches each collective when it is due, without a graph of them
 * @busy_hosts: every core of the hosts computes, so that the operating system takes its time from ranks
 * @is_calibrated: the scale-up fabric was measured; else the profile's defaults and the data sheet's rates
 * @is_calibrated_across: the same for the scale-out fabric
 *
 * What a group's collectives run on. Filled by weft_fabric_init() or weft_fabric_init_ideal() only; the switches and
 * counts may be changed afterwards.
 */
typedef struct
{
  WeftLink inside;
  WeftLink across;
  double domain_ranks;
  double extra_s;
  double ports_per_rank;
  double oversubscription;
  double leaf_domains;
  double node_ranks;
  double mesh_peers;
  WeftCollectiveLibrary library;
  double k[WEFT_N_FABRIC_CONSTANTS];
  gboolean reduces_in_switch;
  gboolean reduces_in_network;
  gboolean scatters_in_network;
  gboolean launches_each;
  gboolean busy_hosts;
  gboolean is_calibrated;
  gboolean is_calibrated_across;
} WeftFabric;

/**
 * WeftGroup: (skip)
 * @ranks: ranks of the group, n
 * @local: how many of them stand in one scale-up domain: 1 to MIN (n, S)
 * @sharing: groups of the same domains that run at the same time and share their network ports; 0 for 1
 *
 * Who takes part in a collective, and where they stand.
 */
typedef struct
{
  double ranks;
  double local;
  double sharing;
} WeftGroup;

/**
 * WeftCollectiveChoice: (skip)
 * @algorithm: the fastest for this size and group
 * @limit: what most of the time goes to
 * @domains: scale-up domains that the group spans
 * @rails: network ports of a domain that it uses; 0 inside one
 * @inside_bytes: what a rank sends over its scale-up link
 * @across_bytes: what each of the ports in use sends
 * @algbw_bytes_s: bytes over time
 * @busbw_bytes_s: algbw times 2(n-1)/n for an all-reduce, (n-1)/n for those that move each byte once, as nccl-tests
 *   has it: comparable with a line rate for a ring only
 * @inside_bytes_s: @inside_bytes over time: what the wire carries, never above the line rate
 * @across_bytes_s: likewise
 *
 * How a collective runs and which of its three bandwidths is which.
 */
typedef struct
{
  WeftCollectiveAlgorithm algorithm;
  WeftCollectiveLimit limit;
  double domains;
  double rails;
  double inside_bytes;
  double across_bytes;
  double algbw_bytes_s;
  double busbw_bytes_s;
  double inside_bytes_s;
  double across_bytes_s;
} WeftCollectiveChoice;

/* From the constants of the inventory's profile; FALSE when it lacks one that has no default. */
WEFT_API gboolean     weft_fabric_init       (WeftFabric            *self,
                                              WeftInventory         *inventory,
                                              const WeftFabricSite  *site,
                                              WeftCollectiveLibrary  library,
                                              GError               **error);
/* Links as they are: no launch, no ramp, full line rate. The closed forms of cost/weft-collective.h. */
WEFT_API void         weft_fabric_init_ideal (WeftFabric     *self,
                                              const WeftLink *inside,
                                              const WeftLink *across,
                                              double          domain_ranks);

/* A group of ranks of which @stride - 1 others stand between two. */
WEFT_API WeftGroup    weft_fabric_group      (const WeftFabric *self,
                                              double            ranks,
                                              double            stride);
WEFT_API WeftCommTime weft_collective_s      (const WeftFabric     *self,
                                              WeftCollectiveKind    kind,
                                              WeftGroup             group,
                                              double                bytes,
                                              WeftCollectiveChoice *choice);
/* Tokens to the ranks of their experts; the way back takes as long. */
WEFT_API WeftCommTime weft_expert_dispatch_s (const WeftFabric     *self,
                                              WeftGroup             group,
                                              double                bytes,
                                              double                experts,
                                              WeftCollectiveChoice *choice);

WEFT_API const char  *weft_fabric_constant_key      (WeftFabricConstant constant);
WEFT_API const char  *weft_fabric_constant_unit     (WeftFabricConstant constant);
WEFT_API const char  *weft_collective_nick          (WeftCollectiveKind kind);
WEFT_API gboolean     weft_collective_parse         (const char         *nick,
                                                     WeftCollectiveKind *kind);
WEFT_API const char  *weft_collective_library_nick  (WeftCollectiveLibrary library);
WEFT_API gboolean     weft_collective_library_parse (const char            *nick,
                                                     WeftCollectiveLibrary *library);
WEFT_API const char  *weft_algorithm_nick           (WeftCollectiveAlgorithm algorithm);
WEFT_API const char  *weft_algorithm_label          (WeftCollectiveAlgorithm algorithm);
WEFT_API const char  *weft_collective_limit_nick    (WeftCollectiveLimit limit);
WEFT_API const char  *weft_collective_limit_label   (WeftCollectiveLimit limit);

G_END_DECLS
