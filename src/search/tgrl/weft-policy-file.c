/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of a policy: a line that says what it is, a line of JSON with recipe and shapes, the weights as single
 * precision numbers, lowest byte first, and the SHA-256 of all that. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-file.h"
#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "search/tgrl/weft-policy.h"

#define MAGIC "weft-policy/1\n"
#define MAGIC_LENGTH (sizeof MAGIC - 1)
#define DIGEST_LENGTH 64
#define END_LENGTH (DIGEST_LENGTH + 1)
#define MAX_BYTES (16 * 1024 * 1024)

/* Weights alone, or with both moments. */
#define SETS_FINISHED 1
#define SETS_TRAINING 3

#define MAX_COUNT 1000000

typedef struct
{
  const char *path;
  const char *bytes;
  gsize length;
  gsize at; /* behind the header */
  guint n_sets;
} Reader;

static gboolean refuse (const Reader *reader, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse (const Reader *reader,
        GError      **error,
        const char   *format,
        ...)
{
  g_autofree char *name = g_filename_display_name (reader->path);
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", name, text);
  return FALSE;
}

static JsonObject *
write_recipe (const WeftPolicyRecipe *recipe)
{
  JsonObject *object = json_object_new ();
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, recipe->seed);

  json_object_set_string_member (object, "space", recipe->space);
  /* Text, since JSON's integers have a sign. */
  json_object_set_string_member (object, "seed", seed);
  json_object_set_int_member (object, "updates", recipe->n_updates);
  json_object_set_int_member (object, "episodes", recipe->n_episodes);
  json_object_set_int_member (object, "steps", recipe->n_steps);
  json_object_set_double_member (object, "lambda", recipe->lambda);
  return object;
}

static JsonArray *
write_shapes (void)
{
  const WeftPolicyBlock *blocks = weft_policy_blocks (NULL);
  JsonArray *shapes = json_array_new ();

  for (guint b = 0; b < WEFT_POLICY_N_BLOCKS; b++)
    {
      JsonArray *shape = json_array_new ();

      json_array_add_string_element (shape, blocks[b].name);
      json_array_add_int_element (shape, blocks[b].rows);
      json_array_add_int_element (shape, blocks[b].columns);
      json_array_add_array_element (shapes, shape);
    }
  return shapes;
}

/* (transfer full) */
static char *
write_header (const WeftPolicy *self)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_object_member (object, "recipe", write_recipe (&self->recipe));
  json_object_set_array_member (object, "shapes", write_shapes ());
  json_object_set_int_member (object, "sets", self->mean != NULL ? SETS_TRAINING : SETS_FINISHED);
  json_object_set_int_member (object, "done", self->n_done);
  json_object_set_int_member (object, "adam-steps", self->n_adam_steps);
  json_node_take_object (root, object);
  return weft_json_write_canonical (root);
}

static void
append_floats (GString     *out,
               const float *values,
               guint        n)
{
  for (guint i = 0; i < n; i++)
    {
      guint32 bits;

      memcpy (&bits, &values[i], sizeof bits);
      bits = GUINT32_TO_LE (bits);
      g_string_append_len (out, (const char *) &bits, sizeof bits);
    }
}

static gboolean
take_floats (const Reader *reader,
             guint         set,
             guint         n,
             float        *values,
             GError      **error)
{
  const char *bytes = reader->bytes + reader->at + (gsize) set * n * sizeof *values;

  for (guint i = 0; i < n; i++)
    {
      guint32 bits;

      memcpy (&bits, bytes + i * sizeof bits, sizeof bits);
      bits = GUINT32_FROM_LE (bits);
      memcpy (&values[i], &bits, sizeof bits);
      if (!isfinite (values[i]))
        return refuse (reader, error, _("weight %u of set %u is %s, expected a finite number"), i, set,
                       isnan (values[i]) ? "NaN" : "infinite");
    }
  return TRUE;
}

/* Of the header and the weights, without the digest itself. */
static gboolean
check_digest (const Reader *reader,
              GError      **error)
{
  gsize n = reader->length - END_LENGTH;
  g_autofree char *digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) reader->bytes, n);

  if (strncmp (reader->bytes + n, digest, DIGEST_LENGTH) == 0 && reader->bytes[reader->length - 1] == '\n')
    return TRUE;
  return refuse (reader, error, _("the file was changed: its bytes have the SHA-256 %s, not the one at its end"),
                 digest);
}

static gboolean
get_count (const WeftJsonAt *at,
           const char       *key,
           guint             least,
           guint            *value,
           GError          **error)
{
  WeftJsonAt member;
  gint64 found = 0;
  g_autofree char *expected = NULL;

  if (!weft_json_at_get_integer (at, key, WEFT_JSON_REQUIRED, &found, error))
    return FALSE;
  if (found >= least && found <= MAX_COUNT)
    {
      *value = (guint) found;
      return TRUE;
    }
  weft_json_at_member (at, key, &member);
  expected = g_strdup_printf (_("an integer between %u and %d"), least, MAX_COUNT);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, expected, error);
}

static gboolean
read_recipe (const WeftJsonAt *root,
             WeftPolicyRecipe *recipe,
             GError          **error)
{
  WeftJsonAt at, member;
  const char *space = "", *seed = "";

  if (!weft_json_at_get_object (root, "recipe", WEFT_JSON_REQUIRED, &at, NULL, error)
      || !weft_json_at_get_string (&at, "space", WEFT_JSON_REQUIRED, &space, error)
      || !weft_json_at_get_string (&at, "seed", WEFT_JSON_REQUIRED, &seed, error)
      || !get_count (&at, "updates", 0, &recipe->n_updates, error)
      || !get_count (&at, "episodes", 1, &recipe->n_episodes, error)
      || !get_count (&at, "steps", 1, &recipe->n_steps, error)
      || !weft_json_at_get_number (&at, "lambda", WEFT_JSON_REQUIRED, &recipe->lambda, error))
    return FALSE;
  if (g_strlcpy (recipe->space, space, sizeof recipe->space) >= sizeof recipe->space)
    {
      weft_json_at_member (&at, "space", &member);
      return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("a name of at most 63 bytes"), error);
    }
  if (!g_ascii_string_to_unsigned (seed, 10, 0, G_MAXUINT64, &recipe->seed, NULL))
    {
      weft_json_at_member (&at, "seed", &member);
      return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("an integer of 64 bits without sign, as text"),
                                  error);
    }
  return TRUE;
}

/* The network of the file must be the one of this program. */
static gboolean
check_shapes (const Reader     *reader,
              const WeftJsonAt *root,
              GError          **error)
{
  WeftJsonAt at;
  JsonNode *expected = json_node_new (JSON_NODE_ARRAY);
  g_autofree char *here = NULL, *there = NULL;

  json_node_take_array (expected, write_shapes ());
  here = weft_json_write_canonical (expected);
  json_node_unref (expected);
  if (!weft_json_at_get_array (root, "shapes", WEFT_JSON_REQUIRED, &at, NULL, error))
    return FALSE;
  there = weft_json_write_canonical (at.node);
  if (g_strcmp0 (here, there) == 0)
    return TRUE;
  return refuse (reader, error, _("the shapes of the network are %s, expected %s"), there, here);
}

static gboolean
read_header (Reader     *reader,
             const char *line,
             gsize       length,
             WeftPolicy *policy,
             GError    **error)
{
  static const char *const known[] = { "adam-steps", "done", "recipe", "sets", "shapes", NULL };
  g_autofree char *name = g_filename_display_name (reader->path);
  g_autoptr (JsonNode) node = weft_json_parse (line, length, name, NULL, error);
  WeftJsonAt root;

  if (node == NULL)
    return FALSE;
  weft_json_at_root (&root, node, name);
  if (!weft_json_at_object (&root, error)
      || !weft_json_at_known (&root, known, error)
      || !read_recipe (&root, &policy->recipe, error)
      || !check_shapes (reader, &root, error)
      || !get_count (&root, "sets", 1, &reader->n_sets, error)
      || !get_count (&root, "done", 0, &policy->n_done, error)
      || !get_count (&root, "adam-steps", 0, &policy->n_adam_steps, error))
    return FALSE;
  if (reader->n_sets != SETS_FINISHED && reader->n_sets != SETS_TRAINING)
    return refuse (reader, error, _("found %u sets of weights, expected 1 or 3"), reader->n_sets);
  return TRUE;
}

/* Behind the header there is room for exactly the weights and the digest. */
static gboolean
read_body (const Reader *reader,
           WeftPolicy   *policy,
           GError      **error)
{
  gsize expected;
  guint n;

  weft_policy_blocks (&n);
  expected = reader->at + (gsize) reader->n_sets * n * sizeof (float) + END_LENGTH;
  if (reader->length != expected)
    return refuse (reader, error, _("the file has %" G_GSIZE_FORMAT " bytes, expected %" G_GSIZE_FORMAT),
                   reader->length, expected);
  if (!check_digest (reader, error))
    return FALSE;
  policy->n_parameters = n;
  policy->parameter = g_new (float, n);
  if (!take_floats (reader, 0, n, policy->parameter, error))
    return FALSE;
  if (reader->n_sets == SETS_FINISHED)
    return TRUE;
  policy->mean = g_new (float, n);
  policy->square = g_new (float, n);
  return take_floats (reader, 1, n, policy->mean, error) && take_floats (reader, 2, n, policy->square, error);
}

/**
 * weft_policy_save: (skip)
 * @self: a policy; one in training keeps what it needs to go on
 * @path: of the file
 * @error: return location
 *
 * Atomic; the same policy is the same bytes.
 *
 * Returns: whether it is on disk
 */
gboolean
weft_policy_save (const WeftPolicy *self,
                  const char       *path,
                  GError          **error)
{
  g_autoptr (GString) out = g_string_new (MAGIC);
  g_autofree char *header = write_header (self);
  g_autofree char *digest = NULL;

  g_string_append (out, header);
  g_string_append_c (out, '\n');
  append_floats (out, self->parameter, self->n_parameters);
  if (self->mean != NULL)
    {
      append_floats (out, self->mean, self->n_parameters);
      append_floats (out, self->square, self->n_parameters);
    }
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) out->str, out->len);
  g_string_append (out, digest);
  g_string_append_c (out, '\n');
  return weft_file_save (path, out->str, out->len, FALSE, error);
}

/**
 * weft_policy_load: (skip)
 * @path: of the file
 * @error: return location for a #GIOErrorEnum or #WeftJsonError that names the file and what was found and expected
 *
 * Returns: (transfer full) (nullable): the policy; %NULL when the file is not exactly one of this version
 */
WeftPolicy *
weft_policy_load (const char *path,
                  GError    **error)
{
  Reader reader = { .path = path };
  g_autofree char *bytes = weft_file_read (path, MAX_BYTES, &reader.length, error);
  g_autoptr (WeftPolicy) policy = g_new0 (WeftPolicy, 1);
  const char *line, *end;

  if (bytes == NULL)
    return NULL;
  reader.bytes = bytes;
  if (reader.length < MAGIC_LENGTH || memcmp (bytes, MAGIC, MAGIC_LENGTH) != 0)
    {
      refuse (&reader, error, _("this is no policy: expected “%s” in the first line"), "weft-policy/1");
      return NULL;
    }
  line = bytes + MAGIC_LENGTH;
  end = memchr (line, '\n', reader.length - MAGIC_LENGTH);
  if (end == NULL)
    {
      refuse (&reader, error, _("the file ends within its second line"));
      return NULL;
    }
  reader.at = end + 1 - bytes;
  if (!read_header (&reader, line, end - line, policy, error) || !read_body (&reader, policy, error))
    return NULL;
  return g_steal_pointer (&policy);
}
