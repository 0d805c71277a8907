/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft evaluate --collective`: what one collective takes by each algorithm, and its three bandwidths apart. */
#include "cli/weft-cli-collective.h"

#include <glib/gi18n.h>

#include "cli/weft-cli-count.h"
#include "cost/weft-collective-table.h"

#define DEFAULT_PROFILE "measured"
#define DEFAULT_RANKS 8
#define MAX_RANKS 100000000

/* As on the command line; NULL and 0 for what was not given. */
typedef struct
{
  char *kind;
  char *bytes;
  char *chip;
  char *scaleup;
  char *scaleout;
  char *library;
  int ranks;
  int per_node;
  int ports;
  double oversubscription;
  gboolean in_network;
  gboolean busy_hosts;
} Own;

/* What was asked for, resolved. */
typedef struct
{
  WeftCollectiveKind kind;
  WeftCollectiveLibrary library;
  WeftFabricSite site;
  WeftFabric fabric;
  WeftGroup group;
  double bytes;
  const WeftChip *chip;
  const WeftScaleup *scaleup;
  const WeftScaleout *scaleout;
} Question;

static void
own_clear (Own *own)
{
  g_clear_pointer (&own->kind, g_free);
  g_clear_pointer (&own->bytes, g_free);
  g_clear_pointer (&own->chip, g_free);
  g_clear_pointer (&own->scaleup, g_free);
  g_clear_pointer (&own->scaleout, g_free);
  g_clear_pointer (&own->library, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Own, own_clear)

/* --- what was asked --- */

static gboolean
refuse_name (const char *option, const char *name, const char *nearest)
{
  if (nearest != NULL)
    weft_cli_refuse (_("evaluate: %s is “%s”, which the catalog does not have; did you mean %s?"), option, name, nearest);
  else
    weft_cli_refuse (_("evaluate: %s is “%s”, which the catalog does not have; weft catalog list shows what it has"),
                     option, name);
  return FALSE;
}

static gboolean
find_parts (Question *question, WeftInventory *inventory, const Own *own)
{
  const char *chip, *scaleup, *scaleout;

  weft_profile_get_reference (weft_inventory_get_profile (inventory), &chip, &scaleup, &scaleout);
  chip = own->chip != NULL ? own->chip : chip;
  scaleup = own->scaleup != NULL ? own->scaleup : scaleup;
  scaleout = own->scaleout != NULL ? own->scaleout : scaleout;
  question->chip = weft_inventory_find_chip (inventory, chip);
  question->scaleup = weft_inventory_find_scaleup (inventory, scaleup);
  question->scaleout = weft_inventory_find_scaleout (inventory, scaleout);
  if (question->chip == NULL)
    return refuse_name ("--chip", chip, weft_inventory_nearest (inventory, WEFT_RECORD_CHIP, chip));
  if (question->scaleup == NULL)
    return refuse_name ("--scaleup", scaleup, weft_inventory_nearest (inventory, WEFT_RECORD_SCALEUP, scaleup));
  if (question->scaleout == NULL)
    return refuse_name ("--scaleout", scaleout, weft_inventory_nearest (inventory, WEFT_RECORD_SCALEOUT, scaleout));
  return TRUE;
}

static gboolean
read_words (Question *question, const Own *own)
{
  g_autoptr (GError) error = NULL;

  question->library = WEFT_LIBRARY_NCCL;
  if (!weft_collective_parse (own->kind, &question->kind))
    weft_cli_refuse (_("evaluate: --collective is “%s”, expected all_reduce, all_gather, reduce_scatter, all_to_all, "
                       "broadcast or point_to_point"),
                     own->kind);
  else if (own->library != NULL && !weft_collective_library_parse (own->library, &question->library))
    weft_cli_refuse (_("evaluate: --library is “%s”, expected nccl, custom, mpi or any"), own->library);
  else if (own->bytes == NULL)
    weft_cli_refuse (_("evaluate: --collective needs --bytes, such as --bytes 64MiB"));
  else if (!weft_quantity_parse (own->bytes, WEFT_UNIT_BYTES, &question->bytes, &error))
    weft_cli_fail (error);
  else if (!(question->bytes > 0))
    weft_cli_refuse (_("evaluate: --bytes is %s, expected more than 0"), own->bytes);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_counts (const Own *own)
{
  if (own->ranks > MAX_RANKS)
    weft_cli_refuse (_("evaluate: --ranks is %d, expected 1 to %d"), own->ranks, MAX_RANKS);
  else if (own->per_node > MAX_RANKS)
    weft_cli_refuse (_("evaluate: --per-node is %d, expected 1 to %d"), own->per_node, MAX_RANKS);
  else if (own->ports > MAX_RANKS)
    weft_cli_refuse (_("evaluate: --ports is %d, expected 1 to %d"), own->ports, MAX_RANKS);
  else if (own->oversubscription != 0 && !(own->oversubscription >= 1))
    weft_cli_refuse (_("evaluate: --oversubscription is %g, expected 1 or more"), own->oversubscription);
  else
    return TRUE;
  return FALSE;
}

static gboolean
read_question (Question *question, WeftInventory *inventory, const Own *own)
{
  const WeftScaleupOnChip *pair;
  g_autoptr (GError) error = NULL;
  double ranks = own->ranks > 0 ? own->ranks : DEFAULT_RANKS;
  double host, local;

  if (!read_words (question, own) || !check_counts (own) || !find_parts (question, inventory, own))
    return FALSE;

  pair = weft_inventory_scaleup_on_chip (inventory, question->scaleup->index, question->chip->index);
  if (!pair->fits)
    {
      weft_cli_refuse (_("evaluate: the scale-up fabric %s does not fit the chip %s"), question->scaleup->id,
                       question->chip->id);
      return FALSE;
    }
  host = MAX (pair->domain_chips, 1);
  local = MIN (own->per_node > 0 ? own->per_node : host, ranks);
  question->site = (WeftFabricSite) {
    .chip = question->chip->index,
    .scaleup = question->scaleup->index,
    .scaleout = question->scaleout->index,
    .inside = { pair->alpha_s, pair->bw_bytes_s },
    .across = { question->scaleout->alpha_s, question->scaleout->bw_bytes_s },
    .domain_ranks = MAX (host, local),
    .oversubscription = own->oversubscription,
  };
  if (own->ports > 0)
    question->site.ports_per_rank = own->ports / question->site.domain_ranks;
  question->group = (WeftGroup) { ranks, local, 1 };
  if (!weft_fabric_init (&question->fabric, inventory, &question->site, question->library, &error))
    {
      weft_cli_fail (error);
      return FALSE;
    }
  question->fabric.reduces_in_network = own->in_network;
  question->fabric.scatters_in_network = own->in_network;
  question->fabric.busy_hosts = own->busy_hosts;
  return TRUE;
}

/* --- the answer for programs --- */

static JsonObject *
row_to_json (const WeftCollectiveRow *row)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "algorithm", weft_algorithm_nick (row->how.algorithm));
  json_object_set_double_member (object, "time_s", weft_comm_time_total (row->time));
  json_object_set_double_member (object, "latency_s", row->time.latency_s);
  json_object_set_double_member (object, "transfer_s", row->time.transfer_s);
  json_object_set_double_member (object, "least_s", row->least_s);
  json_object_set_string_member (object, "limit", weft_collective_limit_nick (row->how.limit));
  json_object_set_double_member (object, "algbw_bytes_s", row->how.algbw_bytes_s);
  json_object_set_double_member (object, "busbw_bytes_s", row->how.busbw_bytes_s);
  json_object_set_double_member (object, "inside_bytes", row->how.inside_bytes);
  json_object_set_double_member (object, "inside_bytes_s", row->how.inside_bytes_s);
  json_object_set_double_member (object, "across_bytes", row->how.across_bytes);
  json_object_set_double_member (object, "across_bytes_s", row->how.across_bytes_s);
  return object;
}

static void
set_question (JsonObject *object, const Question *question)
{
  json_object_set_string_member (object, "collective", weft_collective_nick (question->kind));
  json_object_set_double_member (object, "bytes", question->bytes);
  json_object_set_double_member (object, "ranks", question->group.ranks);
  json_object_set_double_member (object, "per_node", question->group.local);
  json_object_set_string_member (object, "library", weft_collective_library_nick (question->library));
  json_object_set_string_member (object, "chip", question->chip->id);
  json_object_set_string_member (object, "scaleup", question->scaleup->id);
  json_object_set_string_member (object, "scaleout", question->scaleout->id);
  json_object_set_double_member (object, "inside_line_bytes_s", question->fabric.inside.bw_bytes_s);
  json_object_set_double_member (object, "across_line_bytes_s", question->fabric.across.bw_bytes_s);
  json_object_set_boolean_member (object, "calibrated", question->fabric.is_calibrated);
  json_object_set_boolean_member (object, "calibrated_across", question->fabric.is_calibrated_across);
}

static JsonNode *
answer_to_json (const Question *question, const WeftCollectiveTable *table, char **notes)
{
  const WeftCollectiveRow *chosen = &table->rows[table->chosen];
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *ways = json_array_new ();
  JsonArray *sentences = json_array_new ();

  set_question (object, question);
  json_object_set_double_member (object, "time_s", weft_comm_time_total (chosen->time));
  json_object_set_string_member (object, "algorithm", weft_algorithm_nick (chosen->how.algorithm));
  json_object_set_string_member (object, "limit", weft_collective_limit_nick (chosen->how.limit));
  json_object_set_double_member (object, "domains", table->n_rows > 0 ? chosen->how.domains : 1);
  json_object_set_double_member (object, "rails", chosen->how.rails);
  for (guint i = 0; i < table->n_rows; i++)
    json_array_add_object_element (ways, row_to_json (&table->rows[i]));
  json_object_set_array_member (object, "ways", ways);
  for (guint i = 0; notes[i] != NULL; i++)
    json_array_add_string_element (sentences, notes[i]);
  json_object_set_array_member (object, "notes", sentences);
  json_node_take_object (root, object);
  return root;
}

/* --- the answer for people --- */

static char *
rate_cell (double rate)
{
  return rate > 0 ? weft_quantity_format (rate, WEFT_UNIT_BYTES_S) : g_strdup ("");
}

static void
add_row (WeftTable *out, const WeftCollectiveRow *row, gboolean is_chosen)
{
  g_autofree char *name = g_strdup_printf (is_chosen ? "* %s" : "  %s", weft_algorithm_label (row->how.algorithm));
  g_autofree char *time = weft_quantity_format (weft_comm_time_total (row->time), WEFT_UNIT_S);
  g_autofree char *start = weft_quantity_format (row->time.latency_s, WEFT_UNIT_S);
  g_autofree char *least = weft_quantity_format (row->least_s, WEFT_UNIT_S);
  g_autofree char *algbw = rate_cell (row->how.algbw_bytes_s);
  g_autofree char *busbw = rate_cell (row->how.busbw_bytes_s);
  g_autofree char *inside = rate_cell (row->how.inside_bytes_s);
  g_autofree char *across = rate_cell (row->how.across_bytes_s);
  const char *cells[] = { name,  time,   start,  least, algbw, busbw, inside, across,
                          weft_collective_limit_label (row->how.limit), NULL };

  weft_table_add_row (out, cells);
}

static void
print_answer (const WeftCliOptions *options, const Question *question, const WeftCollectiveTable *table, char **notes)
{
  g_autoptr (WeftTable) out = weft_table_new (NULL);
  g_autofree char *bytes = weft_quantity_format (question->bytes, WEFT_UNIT_BYTES);
  g_autofree char *heading
      = g_strdup_printf (_("%s of %s, %g ranks, %g a domain"), weft_collective_nick (question->kind), bytes,
                         question->group.ranks, question->group.local);
  g_autofree char *parts = g_strdup_printf (_("%s, %s, %s, library %s"), question->chip->name, question->scaleup->name,
                                            question->scaleout->name, weft_collective_library_nick (question->library));

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, heading);
  g_print ("\n");
  weft_cli_print_wrapped ("", "", parts);
  g_print ("\n");
  weft_table_add_column (out, _("Algorithm"), WEFT_ALIGN_START);
  weft_table_add_column (out, _("Time"), WEFT_ALIGN_END);
  weft_table_add_column (out, _("Start"), WEFT_ALIGN_END);
  weft_table_add_column (out, _("At line rate"), WEFT_ALIGN_END);
  weft_table_add_column (out, _("algbw"), WEFT_ALIGN_END);
  weft_table_add_column (out, _("busbw"), WEFT_ALIGN_END);
  weft_table_add_column (out, _("Scale-up wire"), WEFT_ALIGN_END);
  weft_table_add_column (out, _("A port’s wire"), WEFT_ALIGN_END);
  weft_table_add_column (out, _("Limit"), WEFT_ALIGN_START);
  for (guint i = 0; i < table->n_rows; i++)
    add_row (out, &table->rows[i], i == table->chosen);
  if (table->n_rows > 0)
    weft_cli_print_table (options, out);
  g_print ("\n");
  for (guint i = 0; notes[i] != NULL; i++)
    weft_cli_print_wrapped ("", "", notes[i]);
}

static WeftInventory *
load_inventory (const WeftCliOptions *options, GError **error)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (error);
  WeftProfile *profile = NULL;

  if (catalog != NULL)
    profile = weft_catalog_get_profile (catalog, options->profile != NULL ? options->profile : DEFAULT_PROFILE, error);
  return profile != NULL ? weft_inventory_new (catalog, profile, error) : NULL;
}

static int
answer (const WeftCliOptions *options, const Own *own)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftInventory) inventory = load_inventory (options, &error);
  g_auto (GStrv) notes = NULL;
  WeftCollectiveTable table;
  Question question;

  if (inventory == NULL)
    return weft_cli_fail (error);
  if (!read_question (&question, inventory, own))
    return WEFT_EXIT_BAD;

  weft_collective_table (&question.fabric, question.kind, question.group, question.bytes, &table);
  notes = weft_collective_table_notes (&table, &question.fabric, question.group);
  if (options->json)
    {
      g_autoptr (JsonNode) root = answer_to_json (&question, &table, notes);

      weft_cli_print_json (root);
    }
  else
    print_answer (options, &question, &table, notes);
  return WEFT_EXIT_DONE;
}

int
weft_cli_collective (char **argv)
{
  g_auto (Own) own = { 0 };
  const GOptionEntry entries[] = {
    { "collective", 0, 0, G_OPTION_ARG_STRING, &own.kind,
      N_("all_reduce, all_gather, reduce_scatter, all_to_all, broadcast or point_to_point"), N_("NAME") },
    { "bytes", 0, 0, G_OPTION_ARG_STRING, &own.bytes, N_("The buffer, such as 64MiB"), N_("SIZE") },
    { "ranks", 0, 0, G_OPTION_ARG_INT, &own.ranks, N_("Among so many ranks (8)"), N_("N") },
    { "per-node", 0, 0, G_OPTION_ARG_INT, &own.per_node,
      N_("So many of them in one scale-up domain (as many as it has)"), N_("N") },
    { "chip", 0, 0, G_OPTION_ARG_STRING, &own.chip, N_("On this chip"), N_("NAME") },
    { "scaleup", 0, 0, G_OPTION_ARG_STRING, &own.scaleup, N_("This fabric inside a domain"), N_("NAME") },
    { "scaleout", 0, 0, G_OPTION_ARG_STRING, &own.scaleout, N_("This network across domains"), N_("NAME") },
    { "library", 0, 0, G_OPTION_ARG_STRING, &own.library,
      N_("Run by nccl, custom (a serving engine’s own), mpi or any (nccl)"), N_("NAME") },
    { "ports", 0, 0, G_OPTION_ARG_INT, &own.ports, N_("So many network ports a domain (one a chip)"), N_("N") },
    { "oversubscription", 0, 0, G_OPTION_ARG_DOUBLE, &own.oversubscription,
      N_("Bandwidth below the first row of switches over that above (1)"), N_("X") },
    { "in-network", 0, 0, G_OPTION_ARG_NONE, &own.in_network, N_("The network’s switches reduce and copy"), NULL },
    { "busy-hosts", 0, 0, G_OPTION_ARG_NONE, &own.busy_hosts,
      N_("Every core of the hosts computes, so that the operating system interrupts ranks"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  const WeftCliCount counts[] = {
    { "--ranks", &own.ranks, 1 },
    { "--per-node", &own.per_node, 1 },
    { "--ports", &own.ports, 1 },
  };
  g_auto (WeftCliOptions) options = { 0 };

  weft_cli_counts_begin (counts, G_N_ELEMENTS (counts));
  if (!weft_cli_parse ("evaluate", argv, entries, NULL, 0, 0, &options)
      || !weft_cli_counts_end (counts, G_N_ELEMENTS (counts)))
    return WEFT_EXIT_BAD;
  return answer (&options, &own);
}
