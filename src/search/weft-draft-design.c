/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's document as a draft: partitions as they stand, and a machine that is given as a graph as the partitions that it
 * amounts to, each with the part of the budget that its chips take. */
#include "search/weft-draft.h"

/* A little more than the chips take, so that rounding to a millionth does not cost a node. */
static double
find_fraction (WeftProblem                *problem,
               const WeftMachinePartition *part)
{
  double takes = weft_chip_share (problem->inventory, problem->model.budget, part->chip, part->scaleup,
                                  part->scaleout);

  return MIN (part->n_chips * takes / problem->model.amount + 1.0 / WEFT_SPACE_WHOLE, 1);
}

static JsonNode *
summarise (WeftProblem *problem,
           WeftDesign  *design)
{
  WeftMachine machine;

  if (!weft_machine_init (&machine, design, problem->inventory))
    machine.n_partitions = 0;
  for (guint i = 0; i < machine.n_partitions; i++)
    machine.partitions[i].power_frac = find_fraction (problem, &machine.partitions[i]);
  return weft_problem_write_partitions (problem, &machine);
}

/**
 * weft_draft_new_from_design: (skip)
 * @problem: the problem that it is proposed for
 * @design: a user's design
 *
 * Profile, facility and workload are those of @problem, whatever the document says. What is special about a graph, such as its
 * cables, is not in the draft.
 *
 * Returns: (transfer full): the draft; with errors it is refused
 */
WeftDraft *
weft_draft_new_from_design (WeftProblem *problem,
                            WeftDesign  *design)
{
  g_autoptr (JsonNode) root = weft_design_to_json (design);

  if (weft_design_get_graph (design) != NULL && weft_design_get_n_partitions (design) == 0)
    json_object_set_member (json_node_get_object (root), "partitions", summarise (problem, design));
  return weft_draft_new (problem, root);
}
