/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit as the knobs that mapper and simulator read. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "calib/weft-fit-model-private.h"
#include "sim/weft-sim-trace.h"

static const char *const from_members[WEFT_N_FIT_AXES] = { "from_bytes", "from_flops", "from_flops_per_byte" };
static const char *const to_members[WEFT_N_FIT_AXES] = { "to_bytes", "to_flops", "to_flops_per_byte" };

typedef struct
{
  const WeftFit *fit;
  GPtrArray *notes;
  GHashTable *seen; /* kernels on chips, and communication, that have knobs */
  gboolean is_only; /* one platform: its knobs hold for any chip */
  JsonArray *knobs;
  JsonArray *comm;
} Writer;

static void
note (const Writer *self, const WeftFitSeries *series, const char *reason)
{
  g_autofree char *name = weft_fit_series_name (self->fit, series);

  if (self->notes != NULL)
    g_ptr_array_add (self->notes, g_strdup_printf ("%s: %s", name, reason));
}

static const WeftMeasuredPlatform *
platform_of (const Writer *self, const WeftFitSeries *series)
{
  return &g_array_index (self->fit->measurements->platforms, WeftMeasuredPlatform, series->platform);
}

/* Segments meet half way between what was measured, and the first and the last go on. */
static void
add_range (const WeftFitSeries *series, guint k, const char *from, const char *to, JsonObject *object)
{
  if (k > 0)
    json_object_set_double_member (object, from, sqrt (series->segment[k - 1].to) * sqrt (series->segment[k].from));
  if (k + 1 < series->n_segments)
    json_object_set_double_member (object, to, sqrt (series->segment[k].to) * sqrt (series->segment[k + 1].from));
}

static void
add_knob (const char *key, const WeftFitKnob *knob, JsonObject *object)
{
  if (!isnan (knob->used))
    json_object_set_double_member (object, key, knob->used);
}

static void
write_kernel (Writer *self, const WeftFitSeries *series)
{
  const WeftMeasuredPlatform *platform = platform_of (self, series);
  const char *kernel = g_ptr_array_index (self->fit->measurements->ops, series->op);
  const char *chip = platform->chip != NULL ? platform->chip : self->is_only ? NULL : platform->name;

  if (!g_hash_table_add (self->seen, g_strdup_printf ("%s\t%s", chip != NULL ? chip : "", kernel)))
    {
      note (self, series, _("left out: the same kernel on the same chip has knobs already"));
      return;
    }
  if (series->cache_bytes > 0)
    note (self, series, _("the bandwidth of small footprints is that of the cache, which a roofline of memory does not "
                          "know: they will be too slow"));
  for (guint k = 0; k < series->n_segments; k++)
    {
      const WeftFitSegment *segment = &series->segment[k];
      JsonObject *object = json_object_new ();

      if (chip != NULL)
        json_object_set_string_member (object, "chip", chip);
      json_object_set_string_member (object, "kernel", kernel);
      add_range (series, k, from_members[series->axis], to_members[series->axis], object);
      add_knob ("flop_efficiency", &segment->phi, object);
      add_knob ("bandwidth_efficiency", &segment->beta, object);
      add_knob ("launch_s", &segment->launch_s, object);
      json_array_add_object_element (self->knobs, object);
    }
}

static void
write_comm (Writer *self, const WeftFitSeries *series)
{
  const char *path = g_ptr_array_index (self->fit->measurements->paths, series->path);
  int across = weft_measured_across (path, series->n_dev);
  guint n_ranks = series->comm >= 0 ? series->n_dev : 0;

  if (!g_hash_table_add (self->seen, g_strdup_printf ("%d\t%u\t%d", series->comm, n_ranks, across)))
    {
      note (self, series, _("left out: the same communication has knobs already"));
      return;
    }
  for (guint k = 0; k < series->n_segments; k++)
    {
      const WeftFitSegment *segment = &series->segment[k];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "comm", series->comm >= 0 ? weft_sim_comm_nick (series->comm) : "send");
      if (n_ranks > 0)
        json_object_set_int_member (object, "ranks", n_ranks);
      if (across >= 0)
        json_object_set_boolean_member (object, "across", across > 0);
      add_range (series, k, "from_bytes", "to_bytes", object);
      add_knob ("efficiency", &segment->beta, object);
      add_knob ("launch_s", &segment->launch_s, object);
      json_array_add_object_element (self->comm, object);
    }
}

/* Platforms that have any, among those that count. */
static guint
count_platforms (const WeftFit *fit, const char *platform, gboolean comm)
{
  guint32 last = G_MAXUINT32;
  guint n = 0;

  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);
      const char *name = g_array_index (fit->measurements->platforms, WeftMeasuredPlatform, series->platform).name;

      if ((platform != NULL && !g_str_equal (platform, name)) || (comm && series->comm == WEFT_MEASURED_COMPUTE))
        continue;
      n += series->platform != last;
      last = series->platform;
    }
  return n;
}

static void
write_all (Writer *self, const char *platform)
{
  guint n_comm = count_platforms (self->fit, platform, TRUE);

  self->is_only = count_platforms (self->fit, platform, FALSE) == 1;
  for (guint i = 0; i < self->fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (self->fit->series, i);

      if (platform != NULL && !g_str_equal (platform, platform_of (self, series)->name))
        continue;
      if (series->comm == WEFT_MEASURED_COMPUTE)
        write_kernel (self, series);
      else if (n_comm == 1)
        write_comm (self, series);
    }
  if (n_comm > 1 && self->notes != NULL)
    g_ptr_array_add (self->notes, g_strdup_printf (_("Communication is left out: %u platforms have it, and a machine has "
                                                     "one; choose one platform"),
                                                   n_comm));
}

static char *
describe_source (const WeftFit *fit)
{
  GString *text = g_string_new (_("fitted to "));

  for (guint i = 0; i < fit->measurements->files->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            g_array_index (fit->measurements->files, WeftMeasuredFile, i).name);
  if (fit->date != NULL)
    g_string_append_printf (text, ", %s", fit->date);
  return g_string_free (text, FALSE);
}

/**
 * weft_fit_to_knobs: (skip)
 * @self: a fit
 * @platform: (nullable): of this one alone
 * @notes: (nullable) (element-type utf8): where sentences go about what was left out
 *
 * The document "weft-knobs/1" (data/schema/weft-knobs.schema.json). A kernel's name is the operator's. A knob that points
 * do not tell is the projected one, else the bound. A platform without a chip of the catalog goes by its name; the only
 * one holds for any chip. Communication is written of one platform alone.
 *
 * Returns: (transfer full): an object
 */
JsonNode *
weft_fit_to_knobs (const WeftFit *self, const char *platform, GPtrArray *notes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Writer writer = { self, notes, seen, FALSE, json_array_new (), json_array_new () };
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *source = describe_source (self);

  write_all (&writer, platform);
  json_object_set_string_member (object, "format", "weft-knobs/1");
  json_object_set_string_member (object, "source", source);
  json_object_set_array_member (object, "knobs", writer.knobs);
  json_object_set_array_member (object, "comm", writer.comm);
  json_object_unref (object);
  return node;
}
