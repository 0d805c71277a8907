/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an evaluation remarks beside broken rules: labels that are not realised, domains that are not full, and what the
 * model leaves out for this design. */
#include "model/weft-remarks-private.h"

#include <glib/gi18n-lib.h>

static JsonNode *
make_number (double value)
{
  return json_node_init_double (json_node_alloc (), value);
}

static JsonNode *
make_text (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

static const char *
name_of (const WeftFindings *findings,
         int                 partition)
{
  return g_ptr_array_index (findings->names, partition);
}

/* Where the phase that a label names really runs; -1 when nowhere, -2 when the label names none. */
static int
find_realised (const WeftFindings *findings,
               WeftRole            role)
{
  const gint8 (*site)[2] = findings->score->site;

  switch (role)
    {
    case WEFT_ROLE_PREFILL:
      return site[WEFT_WORKLOAD_SERVING][0];
    case WEFT_ROLE_DECODE:
      return site[WEFT_WORKLOAD_SERVING][1];
    case WEFT_ROLE_SOLVER:
      return site[WEFT_WORKLOAD_COUPLED][0];
    case WEFT_ROLE_AI:
      return site[WEFT_WORKLOAD_COUPLED][1];
    case WEFT_ROLE_GENERAL:
    case WEFT_N_ROLES:
    default:
      return -2;
    }
}

static char *
explain_label (const WeftFindings *findings,
               guint               partition,
               WeftRole            role)
{
  const WeftPartitionTimes *times = &findings->times[partition];
  WeftLack lack = WEFT_CAN_RUN;

  if (role == WEFT_ROLE_PREFILL)
    lack = times->prefill.lack;
  else if (role == WEFT_ROLE_DECODE)
    lack = times->decode.lack;
  else if (role == WEFT_ROLE_SOLVER && !(times->stencil_s > 0))
    lack = WEFT_LACKS_FP64;
  else if (role == WEFT_ROLE_AI && !(times->ai_s > 0))
    lack = WEFT_LACKS_AI;

  if (lack == WEFT_CAN_RUN)
    return g_strdup (_("another partition is faster"));
  return weft_lack_explain (findings, partition, lack, FALSE);
}

static void
remark_label (WeftList         *violations,
              const WeftFindings *findings,
              guint               partition)
{
  WeftRole role = findings->machine->partitions[partition].role;
  int realised = find_realised (findings, role);
  g_autofree char *path = NULL;
  g_autofree char *why = NULL;
  g_autofree char *message = NULL;
  g_autoptr (WeftViolation) remark = NULL;

  if (realised < 0 || realised == (int) partition)
    return;

  path = findings->machine->partitions[partition].n_chips > 0
           ? g_strdup ("/graph") : g_strdup_printf ("/partitions/%u/role", partition);
  why = explain_label (findings, partition, role);
  message = g_strdup_printf (_("%s is labelled %s, which runs on %s: %s."),
                             name_of (findings, (int) partition), weft_role_label (role),
                             name_of (findings, realised), why);
  remark = weft_violation_new ("label_not_realised", WEFT_SEVERITY_WARNING, path,
                               make_text (weft_role_nick (role)),
                               make_text (name_of (findings, realised)), message,
                               _("Labels guide the placement and never bind it: keep the label, "
                                 "or change it to what runs there."));
  weft_list_append (violations, remark);
}

static void
remark_domain (WeftList         *violations,
               const WeftFindings *findings,
               guint               partition)
{
  const WeftMachinePartition *part = &findings->machine->partitions[partition];
  guint domain = weft_machine_domain_chips (findings->model->inventory, part);
  guint n = findings->score->n[partition];
  guint rest = n % domain;
  g_autofree char *path = NULL;
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;
  g_autoptr (WeftViolation) remark = NULL;

  /* A graph says itself which chips a domain holds. */
  if (rest == 0 || n < domain || part->n_chips > 0)
    return;

  path = g_strdup_printf ("/partitions/%u/power_frac", partition);
  message = g_strdup_printf (_("%s: %u × %u = %u, the budget buys %u; the last domain holds %u of %u chips."),
                             name_of (findings, (int) partition), n / domain, domain, n - rest, n,
                             rest, domain);
  hint = g_strdup_printf (_("The model counts every chip. A machine of whole domains has %u or %u chips."),
                          n - rest, n - rest + domain);
  remark = weft_violation_new ("partial_domain", WEFT_SEVERITY_INFO, path, make_number (n),
                               make_number (n - rest), message, hint);
  weft_list_append (violations, remark);
}

static gboolean
uses_dataflow (const WeftFindings *findings)
{
  for (guint i = 0; i < findings->machine->n_partitions; i++)
    if (weft_inventory_chip (findings->inventory, findings->machine->partitions[i].chip)->dataflow)
      return TRUE;

  return FALSE;
}

/* Whether a part's name is one of the design's; "dataflow" stands for every such chip. */
static gboolean
uses_part (const WeftFindings *findings,
           const char         *name)
{
  WeftInventory *inventory = findings->inventory;
  const WeftChip *chip = weft_inventory_find_chip (inventory, name);
  const WeftScaleup *scaleup = weft_inventory_find_scaleup (inventory, name);
  const WeftScaleout *scaleout = weft_inventory_find_scaleout (inventory, name);

  if (g_str_equal (name, "dataflow"))
    return uses_dataflow (findings);

  for (guint i = 0; i < findings->machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &findings->machine->partitions[i];

      /* By id: a part that a question changes is a copy of the one that is meant. */
      if ((chip != NULL && g_str_equal (chip->id, weft_inventory_chip (inventory, part->chip)->id))
          || (scaleup != NULL && g_str_equal (scaleup->id, weft_inventory_scaleup (inventory, part->scaleup)->id))
          || (scaleout != NULL && g_str_equal (scaleout->id, weft_inventory_scaleout (inventory, part->scaleout)->id)))
        return TRUE;
    }

  return FALSE;
}

static gboolean
concerns (const WeftFindings *findings,
          const WeftLeftOut  *entry)
{
  WeftWorkloadKind kind;

  if (entry->part != NULL && !uses_part (findings, entry->part))
    return FALSE;
  if (entry->workload != NULL && weft_workload_parse (entry->workload, &kind))
    return findings->model->w.weights[kind] > 0;
  return TRUE;
}

/**
 * weft_remarks_append: (skip)
 * @violations: list of #WeftViolation to append to
 * @findings: what the kernel found
 */
void
weft_remarks_append (WeftList         *violations,
                     const WeftFindings *findings)
{
  for (guint i = 0; i < findings->machine->n_partitions; i++)
    {
      remark_label (violations, findings, i);
      remark_domain (violations, findings, i);
    }
}

/**
 * weft_left_out_append: (skip)
 * @left_out: list of texts to append to
 * @findings: what the kernel found
 *
 * Adds what the profile says that the model leaves out, as far as it concerns the design.
 */
void
weft_left_out_append (GPtrArray          *left_out,
                      const WeftFindings *findings)
{
  GPtrArray *entries = weft_profile_get_left_out (weft_inventory_get_profile (findings->model->inventory));

  for (guint i = 0; i < entries->len; i++)
    {
      const WeftLeftOut *entry = g_ptr_array_index (entries, i);

      if (concerns (findings, entry))
        g_ptr_array_add (left_out, g_strdup (entry->text));
    }
}
