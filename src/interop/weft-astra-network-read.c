/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads network.yml event by event: four lists of one length, known by their keys. Nothing is expanded, so that a file
 * of anchors stays as small as it is. */
#include <glib/gi18n-lib.h>
#include <string.h>
#include <yaml.h>

#include "base/weft-file.h"
#include "base/weft-quote-private.h"
#include "interop/weft-astra-dims-private.h"
#include "interop/weft-astra.h"
#include "sim/weft-sim-trace.h"
#include "workload/weft-workload-text-private.h"

#define MAX_BYTES (1 << 20)
#define MAX_DEPTH 64

typedef enum
{
  KEY_TOPOLOGY,
  KEY_NPUS_COUNT,
  KEY_BANDWIDTH,
  KEY_LATENCY,
  N_KEYS,
} Key;

static const char *const keys[N_KEYS] = { "topology", "npus_count", "bandwidth", "latency" };

typedef struct
{
  char *text;
  guint line;
} Value;

typedef struct
{
  yaml_parser_t parser;
  yaml_event_t event;
  gboolean has_event;
  const char *name;
  const char *text;
  gsize length;
  GArray *lists[N_KEYS]; /* Value; NULL until the key is met */
  guint lines[N_KEYS];
  GPtrArray *notes;
} Yaml;

static gboolean refuse (const Yaml *self, guint line, int code, GError **error, const char *format, ...)
  G_GNUC_PRINTF (5, 6);

static gboolean
refuse (const Yaml *self, guint line, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  if (line > 0)
    g_set_error (error, WEFT_SIM_ERROR, code, "%s:%u: %s", self->name, line, words);
  else
    g_set_error (error, WEFT_SIM_ERROR, code, "%s: %s", self->name, words);
  return FALSE;
}

static void
value_clear (gpointer data)
{
  g_free (((Value *) data)->text);
}

/* --- events --- */

static guint
event_line (const Yaml *self)
{
  return (guint) self->event.start_mark.line + 1;
}

/* Of bytes that are no text libyaml knows only how many come before. */
static guint
problem_line (const Yaml *self)
{
  guint line = 1;

  if (self->parser.error != YAML_READER_ERROR)
    return (guint) self->parser.problem_mark.line + 1;
  for (gsize i = 0; i < MIN (self->parser.problem_offset, self->length); i++)
    line += self->text[i] == '\n';
  return line;
}

static gboolean
next_event (Yaml *self, GError **error)
{
  if (self->has_event)
    yaml_event_delete (&self->event);
  self->has_event = yaml_parser_parse (&self->parser, &self->event) != 0;
  if (!self->has_event)
    return refuse (self, problem_line (self), WEFT_SIM_ERROR_INVALID, error, _("this is not YAML: %s"),
                   self->parser.problem != NULL ? self->parser.problem : "?");
  if (self->event.type == YAML_ALIAS_EVENT)
    return refuse (self, event_line (self), WEFT_SIM_ERROR_UNSUPPORTED, error,
                   _("found the alias “*%s”; write out what it stands for"),
                   (const char *) self->event.data.alias.anchor);
  return TRUE;
}

static char *
show_event (const Yaml *self)
{
  switch (self->event.type)
    {
    case YAML_SCALAR_EVENT:
      return weft_quote ((const char *) self->event.data.scalar.value, (gssize) self->event.data.scalar.length);
    case YAML_SEQUENCE_START_EVENT:
      return g_strdup (_("a list"));
    case YAML_MAPPING_START_EVENT:
      return g_strdup (_("a mapping"));
    default:
      return g_strdup (_("the end"));
    }
}

/* Goes past the value that begins with the present event. */
static gboolean
skip_value (Yaml *self, GError **error)
{
  guint depth = 0;

  do
    {
      if (self->event.type == YAML_SEQUENCE_START_EVENT || self->event.type == YAML_MAPPING_START_EVENT)
        depth++;
      else if (self->event.type == YAML_SEQUENCE_END_EVENT || self->event.type == YAML_MAPPING_END_EVENT)
        depth--;
      if (depth > MAX_DEPTH)
        return refuse (self, event_line (self), WEFT_SIM_ERROR_LIMIT, error, _("lists are more than %d deep"),
                       MAX_DEPTH);
      if (depth > 0 && !next_event (self, error))
        return FALSE;
    }
  while (depth > 0);
  return TRUE;
}

/* --- lists --- */

static gboolean
take_value (Yaml *self, Key key, GError **error)
{
  Value value = { NULL, event_line (self) };

  if (self->event.type != YAML_SCALAR_EVENT)
    {
      g_autofree char *found = show_event (self);

      return refuse (self, value.line, WEFT_SIM_ERROR_INVALID, error, _("found %s in “%s”, expected one value a dimension"),
                     found, keys[key]);
    }
  if (self->lists[key]->len == WEFT_ASTRA_MAX_DIMS)
    return refuse (self, value.line, WEFT_SIM_ERROR_LIMIT, error, _("“%s” has more than %d dimensions"), keys[key],
                   WEFT_ASTRA_MAX_DIMS);
  value.text = g_strndup ((const char *) self->event.data.scalar.value, self->event.data.scalar.length);
  g_array_append_val (self->lists[key], value);
  return TRUE;
}

/* A list, or one value alone. */
static gboolean
take_list (Yaml *self, Key key, GError **error)
{
  self->lists[key] = g_array_new (FALSE, FALSE, sizeof (Value));
  g_array_set_clear_func (self->lists[key], value_clear);
  self->lines[key] = event_line (self);
  if (self->event.type != YAML_SEQUENCE_START_EVENT)
    return take_value (self, key, error);
  while (next_event (self, error))
    {
      if (self->event.type == YAML_SEQUENCE_END_EVENT)
        return TRUE;
      if (!take_value (self, key, error))
        return FALSE;
    }
  return FALSE;
}

static guint
find_key (const Yaml *self)
{
  for (guint i = 0; i < N_KEYS; i++)
    if (g_str_equal (keys[i], (const char *) self->event.data.scalar.value))
      return i;
  return N_KEYS;
}

static gboolean
take_member (Yaml *self, GError **error)
{
  guint line = event_line (self);
  guint key = N_KEYS;
  g_autofree char *shown = show_event (self);

  if (self->event.type != YAML_SCALAR_EVENT)
    return refuse (self, line, WEFT_SIM_ERROR_INVALID, error, _("found %s, expected a key"), shown);
  key = find_key (self);
  if (key < N_KEYS && self->lists[key] != NULL)
    return refuse (self, line, WEFT_SIM_ERROR_INVALID, error, _("“%s” stands a second time"), keys[key]);
  if (!next_event (self, error))
    return FALSE;
  if (key < N_KEYS)
    return take_list (self, key, error);
  if (self->notes != NULL)
    g_ptr_array_add (self->notes, g_strdup_printf (_("%s:%u: the key %s is not known and was not used"), self->name, line,
                                                   shown));
  return skip_value (self, error);
}

/* Up to the end of the mapping. */
static gboolean
take_members (Yaml *self, GError **error)
{
  while (next_event (self, error))
    {
      if (self->event.type == YAML_MAPPING_END_EVENT)
        return TRUE;
      if (!take_member (self, error))
        return FALSE;
    }
  return FALSE;
}

static gboolean
take_document (Yaml *self, GError **error)
{
  if (!next_event (self, error) || !next_event (self, error))
    return FALSE;
  if (self->event.type == YAML_STREAM_END_EVENT)
    return refuse (self, 0, WEFT_SIM_ERROR_INVALID, error, _("the file is empty"));
  if (!next_event (self, error))
    return FALSE;
  if (self->event.type != YAML_MAPPING_START_EVENT)
    {
      g_autofree char *found = show_event (self);

      return refuse (self, event_line (self), WEFT_SIM_ERROR_INVALID, error,
                     _("found %s, expected the keys topology, npus_count, bandwidth and latency"), found);
    }
  if (!take_members (self, error) || !next_event (self, error) || !next_event (self, error))
    return FALSE;
  if (self->event.type != YAML_STREAM_END_EVENT)
    return refuse (self, event_line (self), WEFT_SIM_ERROR_INVALID, error, _("a second document begins here; one is read"));
  return TRUE;
}

/* --- from texts to dimensions --- */

static gboolean
check_lengths (const Yaml *self, GError **error)
{
  for (guint i = 0; i < N_KEYS; i++)
    if (self->lists[i] == NULL)
      return refuse (self, 0, WEFT_SIM_ERROR_INVALID, error, _("the key “%s” is missing"), keys[i]);
  if (self->lists[KEY_TOPOLOGY]->len == 0)
    return refuse (self, self->lines[KEY_TOPOLOGY], WEFT_SIM_ERROR_INVALID, error, _("“topology” lists no dimension"));
  for (guint i = 1; i < N_KEYS; i++)
    if (self->lists[i]->len != self->lists[KEY_TOPOLOGY]->len)
      return refuse (self, self->lines[i], WEFT_SIM_ERROR_INVALID, error,
                     _("“%s” lists %u values, but “topology” has %u dimensions; write one value for each"), keys[i],
                     self->lists[i]->len, self->lists[KEY_TOPOLOGY]->len);
  return TRUE;
}

static const Value *
value_at (const Yaml *self, Key key, guint dim)
{
  return &g_array_index (self->lists[key], Value, dim);
}

static gboolean
take_number (const Yaml *self, Key key, guint dim, const char *expected, double *number, GError **error)
{
  const Value *value = value_at (self, key, dim);
  g_autofree char *shown = weft_quote (value->text, -1);

  if (weft_workload_parse_amount (value->text, strlen (value->text), number))
    return TRUE;
  return refuse (self, value->line, WEFT_SIM_ERROR_INVALID, error, _("found %s in “%s”, expected %s"), shown, keys[key],
                 _(expected));
}

static gboolean
take_dim (const Yaml *self, guint i, WeftAstraDim *dim, GError **error)
{
  const Value *topology = value_at (self, KEY_TOPOLOGY, i);
  g_autofree char *shown = weft_quote (topology->text, -1);
  double count = 0;
  double bw = 0;
  double latency_ns = 0;

  if (!weft_astra_topology_parse (topology->text, &dim->topology))
    return refuse (self, topology->line, WEFT_SIM_ERROR_UNSUPPORTED, error,
                   _("the topology %s is not known; there are Ring, Switch and FullyConnected"), shown);
  if (!take_number (self, KEY_NPUS_COUNT, i, N_ ("a whole number from 2 on"), &count, error)
      || !take_number (self, KEY_BANDWIDTH, i, N_ ("GB/s, a number above 0"), &bw, error)
      || !take_number (self, KEY_LATENCY, i, N_ ("nanoseconds, a number from 0 on"), &latency_ns, error))
    return FALSE;
  if (count < 2 || count != (double) (guint64) count || count > G_MAXUINT32)
    return refuse (self, value_at (self, KEY_NPUS_COUNT, i)->line, WEFT_SIM_ERROR_INVALID, error,
                   _("a dimension has %g ranks, expected a whole number from 2 on"), count);
  if (!(bw > 0))
    return refuse (self, value_at (self, KEY_BANDWIDTH, i)->line, WEFT_SIM_ERROR_INVALID, error,
                   _("a bandwidth is %g GB/s, expected more than 0"), bw);
  dim->n_ranks = (guint32) count;
  dim->bw_bytes_s = bw * WEFT_ASTRA_GB;
  dim->latency_s = latency_ns / 1e9;
  return TRUE;
}

static gboolean
take_dims (const Yaml *self, WeftAstraDims *dims, GError **error)
{
  *dims = (WeftAstraDims) { 0 };
  if (!check_lengths (self, error))
    return FALSE;
  dims->n_dims = self->lists[KEY_TOPOLOGY]->len;
  for (guint i = 0; i < dims->n_dims; i++)
    if (!take_dim (self, i, &dims->dim[i], error))
      return FALSE;
  return TRUE;
}

gboolean
weft_astra_dims_read (const char *path, WeftAstraDims *dims, GPtrArray *notes, GError **error)
{
  Yaml self = { .name = path, .notes = notes };
  gsize length = 0;
  g_autofree char *text = weft_file_read (path, MAX_BYTES, &length, error);
  gboolean is_read;

  if (text == NULL)
    return FALSE;
  if (!yaml_parser_initialize (&self.parser))
    return refuse (&self, 0, WEFT_SIM_ERROR_LIMIT, error, _("there is no memory to read it"));
  self.text = text;
  self.length = length;
  yaml_parser_set_input_string (&self.parser, (const unsigned char *) text, length);
  is_read = take_document (&self, error) && take_dims (&self, dims, error);
  if (self.has_event)
    yaml_event_delete (&self.event);
  yaml_parser_delete (&self.parser);
  for (guint i = 0; i < N_KEYS; i++)
    g_clear_pointer (&self.lists[i], g_array_unref);
  return is_read;
}

WeftSimNetwork *
weft_astra_network_read (const char *path, GPtrArray *notes, GError **error)
{
  WeftAstraDims dims;

  if (!weft_astra_dims_read (path, &dims, notes, error))
    return NULL;
  return weft_astra_dims_network (&dims, path, error);
}
