/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates as plain numbers and what is found out about them. Everything here may be copied as bytes and sent to
 * another process that has made the same problem. */
#pragma once

#include "base/weft-executor.h"
#include "base/weft-random.h"
#include "model/weft-kernel-private.h"
#include "search/weft-problem.h"
#include "search/weft-space-private.h"

G_BEGIN_DECLS

/* A chip with its fabrics: what a partition is made of. All of a problem's units keep the composition rules. */
typedef struct
{
  guint chip;        /* inventory indices */
  guint scaleup;
  guint scaleout;
  double chip_power_w;  /* TDP and ports */
  double chip_cost_usd; /* with fabrics; NAN when unknown */
} WeftSpaceUnit;

/* One partition of a candidate. */
typedef struct
{
  guint16 unit;     /* of the problem's units */
  guint16 fraction; /* of its fractions */
  guint16 role;     /* WeftRole */
} WeftChoice;

/**
 * WeftCandidate: (skip)
 * A design of the space. Fractions sum to one. Unused parts are 0, and after weft_candidate_sort() the larger fraction comes
 * first, so that equal designs are equal bytes.
 */
typedef struct
{
  guint16 n;
  WeftChoice parts[WEFT_SPACE_MAX_PARTITIONS];
} WeftCandidate;

typedef enum
{
  WEFT_VERDICT_INVALID,    /* a rule refuses it before evaluation: a fraction that buys no node */
  WEFT_VERDICT_INFEASIBLE, /* evaluated: a workload cannot run, or a constraint does not hold */
  WEFT_VERDICT_FEASIBLE,
} WeftVerdictKind;

/**
 * WeftVerdict: (skip)
 * @score: 0 unless feasible
 * @objective_score: the score without the constraints
 * @site: which partition runs which phase, -1 for none
 * @bottleneck: WeftTimePart
 * @share: parts of the time
 * @mapping: training, prefill, decode
 * @broken: 0, or what is wrong: bit i for workload i, bit 8 power, 9 cost, 10 chips, 16 + i for the speed-up constraint of workload i; for an
 *   invalid candidate the bits of the partitions that get no node
 */
typedef struct
{
  WeftVerdictKind kind;
  double score;
  double objective_score;
  double value[WEFT_N_WORKLOADS];
  double ratio[WEFT_N_WORKLOADS];
  double power_w;
  double cost_usd; /* NAN when a price is unknown */
  guint32 n[WEFT_SPACE_MAX_PARTITIONS];
  gint8 site[WEFT_N_WORKLOADS][2];
  guint8 bottleneck[WEFT_N_WORKLOADS];
  float share[WEFT_N_WORKLOADS][WEFT_N_PARTS];
  WeftMapping mapping[3];
  guint32 broken;
} WeftVerdict;

/* What a design must keep; INFINITY and 0 when it does not matter. */
typedef struct
{
  double max_power_w;
  double max_cost_usd;
  double max_chips;
  double min_speedup[WEFT_N_WORKLOADS];
} WeftConstraints;

struct _WeftProblem
{
  GObject parent_instance;
  WeftEvaluator *evaluator;
  WeftSpace *space;
  WeftInventory *inventory;
  WeftModel model;
  double epsilon;
  WeftConstraints constraints;
  GArray *units;           /* of WeftSpaceUnit, by chip, then scale-up, then scale-out, in the order of their ids */
  guint n_chips;
  guint *chip_first;       /* of n_chips + 1: the first unit of the i-th chip that takes part */
  guint n_roles;
  WeftRole roles[WEFT_N_ROLES];
  guint n_fractions;
  const guint *fractions;  /* millionths, ascending */
  GArray *splits[WEFT_SPACE_MAX_PARTITIONS + 1]; /* by number of partitions: fraction indices, largest first, WEFT_SPACE_MAX_PARTITIONS guint16 each */
  guint max_partitions;
  double n_candidates;
  GPtrArray *left_out;     /* of char*, NULL-terminated */
  char *text;              /* its JSON: a string, since nodes must not be shared between threads */
  char *digest;
  char *frame;             /* JSON of a design without partitions */
};

/* SHA-256 over what the catalog says of the problem's units: the same numbers give the same digest. (transfer full) */
WEFT_API char       *weft_problem_catalog_digest (WeftProblem *self);

/* --- parts --- */

/* Ids of the catalog. */
typedef const char *(*WeftUnitId) (WeftProblem *problem, const WeftSpaceUnit *unit);

const char *weft_unit_chip_id     (WeftProblem *problem, const WeftSpaceUnit *unit);
const char *weft_unit_scaleup_id  (WeftProblem *problem, const WeftSpaceUnit *unit);
const char *weft_unit_scaleout_id (WeftProblem *problem, const WeftSpaceUnit *unit);
/* @chosen: (nullable): for each chip whether it counts. (transfer full) */
JsonArray  *weft_problem_list_ids (WeftProblem *problem, const gboolean *chosen, WeftUnitId id_of);
JsonArray  *weft_problem_list_roles (WeftProblem *problem); /* (transfer full) */
/* The member "partitions" of a document, and "98 % B200, 2 % WSE3s". (transfer full) */
JsonNode   *weft_problem_write_partitions (WeftProblem *problem, const WeftMachine *machine);
char       *weft_problem_label    (WeftProblem *problem, const WeftMachine *machine);

/* --- candidates --- */

WEFT_API gboolean    weft_candidate_equal    (const WeftCandidate *a, const WeftCandidate *b);
WEFT_API void        weft_candidate_sort     (WeftCandidate *self);
/* An empty set of sorted candidates, which it owns. (transfer full) */
WEFT_API GHashTable *weft_candidate_set_new  (void);
WEFT_API void        weft_candidate_machine  (WeftProblem *problem, const WeftCandidate *self, WeftMachine *machine);
/* The member "partitions" of its document; its digest names the design. (transfer full) */
WEFT_API JsonNode   *weft_candidate_partitions (WeftProblem *problem, const WeftCandidate *self);
/* A document with the problem's profile, facility and workload. (transfer full) */
WEFT_API WeftDesign *weft_problem_frame_design (WeftProblem *problem, const char *name, JsonNode *partitions);
WEFT_API WeftDesign *weft_candidate_design   (WeftProblem *problem, const WeftCandidate *self);
/* "B200 0.98 NVLink5 IB-XDR + WSE3s 0.02 UALink UEC decode": the name that orders equal candidates. (transfer full) */
WEFT_API char       *weft_candidate_name     (WeftProblem *problem, const WeftCandidate *self);
/* "98 % B200, 2 % WSE3s" (transfer full) */
WEFT_API char       *weft_candidate_label    (WeftProblem *problem, const WeftCandidate *self);
/* FALSE with an error when a part of the design is not in the space. */
WEFT_API gboolean    weft_candidate_from_design (WeftProblem *problem, WeftDesign *design, WeftCandidate *self, GError **error);

/* --- ways through the space; each result is sorted and valid but for the size of its partitions --- */

WEFT_API void        weft_candidate_random   (WeftProblem *problem, WeftRandom *random, WeftCandidate *self);
/* One random change: a chip, a fabric, a role, a fraction moved, a partition more or fewer. Never @self itself. FALSE when the space has no other. */
WEFT_API gboolean    weft_candidate_mutate   (WeftProblem *problem, WeftRandom *random, const WeftCandidate *self, WeftCandidate *result);
/* All that one such change makes, in a fixed order, without repeats. (transfer full) (element-type WeftCandidate) */
WEFT_API GArray     *weft_candidate_neighbours (WeftProblem *problem, const WeftCandidate *self);

/* --- verdicts --- */

/* The work of executors: items are WeftCandidate, results WeftVerdict, data the problem. */
WEFT_API extern const WeftWork weft_problem_work;
WEFT_API void        weft_problem_judge      (WeftProblem *problem, WeftKernel *kernel, const WeftCandidate *candidate, WeftVerdict *verdict);
/* The same of a machine that need not be in the space, with at most WEFT_SPACE_MAX_PARTITIONS partitions. */
WEFT_API void        weft_problem_judge_machine (WeftProblem *problem, WeftKernel *kernel, const WeftMachine *machine, WeftVerdict *verdict);
/* USD of one chip with its fabrics, NAN when unknown. */
double               weft_problem_chip_cost  (WeftInventory *inventory, guint chip, guint scaleup, guint scaleout);
/* A better than B: the score by more than the tie tolerance; else fewer watts, then less cost, then the name. Unfeasible ones come last. */
WEFT_API gboolean    weft_verdict_is_better  (WeftProblem *problem, const WeftCandidate *a, const WeftVerdict *va,
                                              const WeftCandidate *b, const WeftVerdict *vb);
/* What an eval.result says of it, without names of runs or times. (transfer full) */
WEFT_API JsonNode   *weft_verdict_to_json    (WeftProblem *problem, const WeftCandidate *candidate, const WeftVerdict *verdict);
WEFT_API JsonNode   *weft_verdict_machine_to_json (WeftProblem *problem, const WeftMachine *machine, const WeftVerdict *verdict);
/* Reads back all that methods use. */
WEFT_API gboolean    weft_verdict_from_json  (WeftProblem *problem, JsonNode *node, WeftVerdict *verdict, GError **error);
/* Why it is not feasible, one sentence with both numbers. (transfer full) (nullable) */
WEFT_API char       *weft_verdict_explain    (WeftProblem *problem, const WeftCandidate *candidate, const WeftVerdict *verdict);
WEFT_API char       *weft_verdict_explain_machine (WeftProblem *problem, const WeftMachine *machine, const WeftVerdict *verdict);

G_END_DECLS
