/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the devices of a bundle are joined: each with each, one by one, a ring, a torus or a mesh by
 * its sides, or a generator with a field for each of its parameters. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json.h"
#include "design/topology/weft-topology.h"

struct _WeftInspectorWiring
{
  GtkWidget parent_instance;

  GtkListBox *list;
  WeftInspectorRow *row;
  WeftPartChooser *chooser;
  GPtrArray *entries; /* borrowed, of WeftValueEntry */
  char *shown;        /* (nullable): the wiring that they are for */
  WeftInspectorTarget target;
};

G_DEFINE_FINAL_TYPE (WeftInspectorWiring, weft_inspector_wiring, GTK_TYPE_WIDGET)

/* The wirings that are no generator. */
static const struct
{
  WeftWiring wiring;
  const char *name;
  const char *words;
} plain[] = {
  { WEFT_WIRING_ALL, "all", N_("each device with each of the other end") },
  { WEFT_WIRING_EACH, "each", N_("one by one, spread evenly") },
  { WEFT_WIRING_RING, "ring", N_("each with the next, of one group") },
  { WEFT_WIRING_TORUS, "torus", N_("a grid closed to rings, of one group") },
  { WEFT_WIRING_MESH, "mesh", N_("a grid, of one group") },
};

static void
add_choice (GPtrArray *choices, const char *id, const char *name, const char *words)
{
  WeftGraphChoice *choice = g_new0 (WeftGraphChoice, 1);

  choice->id = g_strdup (id);
  choice->name = g_strdup (name);
  choice->words = g_strdup (words);
  choice->fits = TRUE;
  g_ptr_array_add (choices, choice);
}

static GPtrArray *
list_wirings (const char *current)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_graph_choice_free);

  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    add_choice (choices, plain[i].name, NULL, _(plain[i].words));
  for (guint i = 0; i < weft_topology_n_generators (); i++)
    {
      const WeftTopologyGenerator *generator = weft_topology_generator (i);
      gboolean is_plain = FALSE;

      for (guint j = 0; j < G_N_ELEMENTS (plain); j++)
        is_plain |= g_str_equal (plain[j].name, generator->name);
      if (!is_plain)
        add_choice (choices, generator->name, _(generator->title), _(generator->summary));
    }
  for (guint i = 0; i < choices->len; i++)
    if (g_str_equal (((WeftGraphChoice *) choices->pdata[i])->id, current))
      return choices;
  add_choice (choices, current, NULL, _("not known here"));
  return choices;
}

/* --- values --- */

/* Takes @object. */
static JsonNode *
wrap_object (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  return node;
}

/* Two sides as equal as they can be, so that the grid has all devices at once. */
static JsonNode *
make_grid (const char *name, double n)
{
  JsonArray *sides = json_array_new ();
  JsonObject *object = json_object_new ();
  gint64 whole = (gint64) MAX (n, 1);
  gint64 side = (gint64) floor (sqrt ((double) whole));

  while (side > 1 && whole % side != 0)
    side--;
  json_array_add_int_element (sides, whole / side);
  json_array_add_int_element (sides, side);
  json_object_set_array_member (object, name, sides);
  return wrap_object (object);
}

static JsonNode *
wrap_generator (const char *name, JsonObject *params)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "generator", name);
  json_object_set_object_member (object, "params", params);
  return wrap_object (object);
}

static JsonNode *
make_generator (const WeftTopologyGenerator *generator)
{
  JsonObject *params = json_object_new ();

  for (guint i = 0; i < generator->n_params; i++)
    if (!generator->params[i].optional)
      {
        JsonNode *value = weft_json_parse (generator->params[i].initial, -1, generator->name, NULL,
                                           NULL);

        if (value != NULL)
          json_object_set_member (params, generator->params[i].name, value);
      }
  return wrap_generator (generator->name, params);
}

static void
wiring_cb (WeftInspectorWiring *self, const char *id)
{
  const WeftTopologyGenerator *generator = weft_topology_find (id, NULL);
  JsonNode *value;

  if (self->target.n == 0 || !weft_inspector_target_holds (&self->target))
    return;
  if (g_str_equal (id, "torus") || g_str_equal (id, "mesh"))
    value = make_grid (id, weft_graph_count_end (
                             self->target.graph, self->target.definition,
                             &weft_inspector_target_link (&self->target, 0)->from));
  else if (g_str_equal (id, "all") || g_str_equal (id, "each") || g_str_equal (id, "ring"))
    value = weft_inspector_text (id);
  else if (generator != NULL)
    value = make_generator (generator);
  else
    return;
  weft_inspector_set (&self->target, self->row, "wiring", value, FALSE);
}

/* --- fields --- */

/* What a parameter's entry is for. */
typedef struct
{
  WeftInspectorRow *row;
  const WeftTopologyParam *param; /* NULL for the sides of a grid */
} Field;

static Field *
get_field (WeftValueEntry *entry)
{
  return g_object_get_data (G_OBJECT (entry), "field");
}

/* "4 4 2", "4 × 4 × 2", "4, 4, 2" and "4x4x2" are one list. */
static JsonNode *
parse_list (WeftInspectorRow *row, const char *text, double least, double most, guint max_length)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *plain_text = g_strdup (text);
  g_autoptr (GString) spaced = g_string_new (NULL);
  g_autoptr (JsonArray) list = json_array_new ();

  for (const char *at = plain_text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_utf8_get_char (at) == 0xd7 || strchr ("xX*,;[]", *at) != NULL)
      g_string_append_c (spaced, ' ');
    else
      g_string_append_len (spaced, at, g_utf8_next_char (at) - at);
  words = g_strsplit (spaced->str, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      double value;

      if (*words[i] == '\0')
        continue;
      if (!weft_inspector_parse_count (row, words[i], least, most, &value))
        return NULL;
      json_array_add_int_element (list, (gint64) value);
    }
  if (json_array_get_length (list) > max_length)
    {
      g_autofree char *message = g_strdup_printf (_("%u numbers are not possible here, only %u."),
                                                  json_array_get_length (list), max_length);

      weft_inspector_row_set_refusal (row, message);
      return NULL;
    }
  return json_node_init_array (json_node_alloc (), list);
}

static JsonNode *
parse_cables (WeftInspectorRow *row, const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (text, -1, weft_inspector_row_get_title (row), NULL, &error);

  if (node == NULL)
    weft_inspector_row_set_refusal (row, error->message);
  return node;
}

static JsonNode *
parse_param (const Field *field, const char *text)
{
  const WeftTopologyParam *param = field->param;
  double value;

  if (param->type == WEFT_TOPOLOGY_CABLES)
    return parse_cables (field->row, text);
  if (param->type != WEFT_TOPOLOGY_NUMBER)
    return parse_list (field->row, text, (double) param->min, (double) param->max,
                       param->max_length);
  if (!weft_inspector_parse_count (field->row, text, (double) param->min, (double) param->max,
                                   &value))
    return NULL;
  return weft_inspector_number (value);
}

/* Members of its own, so that the graph's are not written to. */
static JsonObject *
copy_params (JsonNode *node)
{
  JsonObject *copy = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return copy;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &name, &value))
    json_object_set_member (copy, name, json_node_copy (value));
  return copy;
}

static void
param_cb (WeftInspectorWiring *self, const char *text, WeftValueEntry *entry)
{
  const Field *field = get_field (entry);
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const WeftGraphLink *link;
  JsonNode *value = NULL;
  JsonObject *params;

  if (self->target.n == 0 || !weft_inspector_target_holds (&self->target))
    return;
  link = weft_inspector_target_link (&self->target, 0);
  if (*stripped != '\0' || !field->param->optional)
    {
      value = parse_param (field, stripped);
      if (value == NULL)
        return;
    }
  params = copy_params (link->params);
  if (value != NULL)
    json_object_set_member (params, field->param->name, value);
  else
    json_object_remove_member (params, field->param->name);
  weft_inspector_set (&self->target, field->row, "wiring",
                      wrap_generator (link->wiring_name, params), FALSE);
}

static void
dims_cb (WeftInspectorWiring *self, const char *text, WeftValueEntry *entry)
{
  const Field *field = get_field (entry);
  JsonObject *object;
  JsonNode *sides;

  if (self->target.n == 0 || !weft_inspector_target_holds (&self->target))
    return;
  sides = parse_list (field->row, text, 1, WEFT_GRAPH_MAX_COUNT, WEFT_GRAPH_MAX_DIMS);
  if (sides == NULL)
    return;
  object = json_object_new ();
  json_object_set_member (object, weft_inspector_target_link (&self->target, 0)->wiring_name,
                          sides);
  weft_inspector_set (&self->target, field->row, "wiring",
                      wrap_object (object), FALSE);
}

static void
reset_cb (WeftValueEntry *entry)
{
  weft_inspector_row_set_refusal (get_field (entry)->row, NULL);
}

static WeftValueEntry *
add_field (WeftInspectorWiring *self, const char *title, const WeftTopologyParam *param,
           void (*typed) (WeftInspectorWiring *, const char *, WeftValueEntry *))
{
  GtkWidget *entry = weft_inspector_entry_new (title, 10);
  Field *field = g_new (Field, 1);

  *field = (Field){ weft_inspector_row_new (title, entry), param };
  g_object_set_data_full (G_OBJECT (entry), "field", field, g_free);
  g_signal_connect_object (entry, "commit", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  g_signal_connect (entry, "reset", G_CALLBACK (reset_cb), NULL);
  gtk_editable_set_alignment (GTK_EDITABLE (entry), 1);
  gtk_list_box_append (self->list, GTK_WIDGET (field->row));
  return WEFT_VALUE_ENTRY (entry);
}

static char *
write_value (JsonNode *node)
{
  GString *text;
  JsonArray *array;

  if (node == NULL)
    return g_strdup ("");
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return json_to_string (node, FALSE);
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!JSON_NODE_HOLDS_VALUE (json_array_get_element (array, i)))
      return json_to_string (node, FALSE);
  text = g_string_new (NULL);
  for (guint i = 0; i < json_array_get_length (array); i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " × " : "",
                            json_array_get_int_element (array, i));
  return g_string_free (text, FALSE);
}

static void
add_params (WeftInspectorWiring *self, const WeftTopologyGenerator *generator)
{
  for (guint i = 0; i < generator->n_params; i++)
    {
      const WeftTopologyParam *param = &generator->params[i];
      WeftValueEntry *entry = add_field (self, _(param->label), param, param_cb);
      g_autofree char *tip = g_strdup_printf (_("From %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT),
                                              param->min, param->max);

      gtk_widget_set_tooltip_text (GTK_WIDGET (entry), tip);
      if (param->optional)
        gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("usual"));
      g_ptr_array_add (self->entries, entry);
    }
}

/* The fields stay while the wiring does, so that the keyboard stays in them. */
static void
make_fields (WeftInspectorWiring *self, const WeftGraphLink *link)
{
  const WeftTopologyGenerator *generator = link->wiring == WEFT_WIRING_GENERATOR
                                             ? weft_topology_find (link->wiring_name, NULL)
                                             : NULL;
  gboolean is_grid = link->wiring == WEFT_WIRING_TORUS || link->wiring == WEFT_WIRING_MESH;

  if (g_strcmp0 (self->shown, link->wiring_name) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (link->wiring_name);
  g_ptr_array_set_size (self->entries, 0);
  weft_inspector_list_clear (self->list, 1);
  if (generator != NULL)
    add_params (self, generator);
  else if (is_grid)
    {
      WeftValueEntry *entry = add_field (self, _("Sides"), NULL, dims_cb);

      gtk_widget_set_tooltip_text (GTK_WIDGET (entry),
                                   _("Devices along each side, such as 4 × 4"));
      g_ptr_array_add (self->entries, entry);
    }
}

static char *
write_dims (const WeftGraphLink *link)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < link->n_dims; i++)
    g_string_append_printf (text, "%s%.10g", i > 0 ? " × " : "", link->dims[i]);
  return g_string_free (text, FALSE);
}

static void
show_fields (WeftInspectorWiring *self, const WeftGraphLink *link)
{
  JsonObject *params = link->params != NULL && JSON_NODE_HOLDS_OBJECT (link->params)
                         ? json_node_get_object (link->params)
                         : NULL;

  for (guint i = 0; i < self->entries->len; i++)
    {
      WeftValueEntry *entry = self->entries->pdata[i];
      const Field *field = get_field (entry);
      g_autofree char *text =
        field->param == NULL
          ? write_dims (link)
          : write_value (params != NULL ? json_object_get_member (params, field->param->name)
                                        : NULL);

      weft_inspector_row_set_refusal (field->row, NULL);
      weft_inspector_row_set_words (field->row, NULL);
      weft_value_entry_show (entry, text);
    }
}

void
weft_inspector_wiring_show (WeftInspectorWiring *self, WeftStage *stage)
{
  g_autoptr (GPtrArray) choices = NULL;
  const WeftGraphLink *link;

  g_return_if_fail (WEFT_IS_INSPECTOR_WIRING (self));

  weft_inspector_target_set (&self->target, stage, WEFT_GRAPH_LINKS,
                             stage != NULL ? weft_stage_get_links (stage) : NULL);
  if (self->target.n != 1)
    return;
  link = weft_inspector_target_link (&self->target, 0);
  choices = list_wirings (link->wiring_name);
  weft_inspector_row_set_refusal (self->row, NULL);
  weft_inspector_row_set_words (self->row, NULL);
  weft_inspector_show_choices (self->chooser, choices, link->wiring_name, NULL, FALSE);
  make_fields (self, link);
  show_fields (self, link);
}

static void
weft_inspector_wiring_dispose (GObject *object)
{
  WeftInspectorWiring *self = WEFT_INSPECTOR_WIRING (object);

  weft_inspector_target_clear (&self->target);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer ((GtkWidget **) &self->list, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_inspector_wiring_parent_class)->dispose (object);
}

static void
weft_inspector_wiring_class_init (WeftInspectorWiringClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_inspector_wiring_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspectorwiring");
}

static void
weft_inspector_wiring_init (WeftInspectorWiring *self)
{
  self->entries = g_ptr_array_new ();
  self->list = GTK_LIST_BOX (weft_inspector_list_new (_("Wiring")));
  self->chooser = g_object_new (WEFT_TYPE_PART_CHOOSER, NULL);
  weft_part_chooser_set_label (self->chooser, _("Wiring"));
  g_signal_connect_object (self->chooser, "chosen", G_CALLBACK (wiring_cb), self,
                           G_CONNECT_SWAPPED);
  self->row = weft_inspector_row_new (_("Wiring"), GTK_WIDGET (self->chooser));
  gtk_list_box_append (self->list, GTK_WIDGET (self->row));
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
}
