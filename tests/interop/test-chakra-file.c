/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decoding of Chakra records: every kind of attribute, what is refused with which words, gzip, long records. */
#include "chakra-fixture.h"

#include <json-glib/json-glib.h>

#include "sim/weft-sim-trace.h"

static gboolean
open_bytes (WeftChakraFile *file, const void *bytes, gsize length, GHashTable *unknown, GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, length, NULL);

  return weft_chakra_file_init (file, stream, "t.0.et", unknown, NULL, error);
}

/* Reads all nodes; gives how many, or -1 with an error. */
static int
read_all (const void *bytes, gsize length, GError **error)
{
  WeftChakraFile file;
  GError *reason = NULL;
  int n = 0;

  if (open_bytes (&file, bytes, length, NULL, &reason))
    while (weft_chakra_file_next (&file, &reason))
      n++;
  weft_chakra_file_clear (&file);
  if (reason == NULL)
    return n;
  g_propagate_error (error, reason);
  return -1;
}

/* Begins to read a file with one node, and forgets both. */
static void
open_node (WeftChakraFile *file, Bytes *node)
{
  g_autoptr (Bytes) bytes = file_new ();
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) error = NULL;

  put_node (bytes, node);
  stream = g_memory_input_stream_new_from_data (g_memdup2 (bytes->data, bytes->len), bytes->len, g_free);
  weft_chakra_file_init (file, stream, "t.0.et", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (weft_chakra_file_next (file, &error));
  g_assert_no_error (error);
}

/* --- against JSON that other programs wrote --- */

/* Value of an attribute in the JSON of protobuf, where integers of 64 bits are texts. */
static JsonNode *
attribute_value (JsonObject *attribute)
{
  g_autoptr (GList) members = json_object_get_members (attribute);

  for (GList *l = members; l != NULL; l = l->next)
    if (!g_str_equal (l->data, "name"))
      return json_object_get_member (attribute, l->data);
  return NULL;
}

static void
check_value (const WeftChakraValue *value, JsonNode *expected)
{
  GType type = JSON_NODE_HOLDS_VALUE (expected) ? json_node_get_value_type (expected) : G_TYPE_INVALID;

  if (value->form == WEFT_CHAKRA_TEXT)
    g_assert_cmpstr (value->text, ==, json_node_get_string (expected));
  else if (type == G_TYPE_STRING)
    g_assert_cmpint (value->integer, ==, g_ascii_strtoll (json_node_get_string (expected), NULL, 10));
  else if (type == G_TYPE_BOOLEAN)
    g_assert_cmpint (value->integer, ==, json_node_get_boolean (expected));
  else
    g_assert_cmpint (value->integer, ==, json_node_get_int (expected));
}

static void
check_attributes (const WeftChakraNode *node, JsonObject *object, GHashTable *unknown)
{
  JsonArray *attributes = json_object_get_array_member (object, "attr");

  for (guint i = 0; i < json_array_get_length (attributes); i++)
    {
      JsonObject *attribute = json_array_get_object_element (attributes, i);
      const char *name = json_object_get_string_member (attribute, "name");
      gboolean found = FALSE;

      for (int key = 0; key < WEFT_N_CHAKRA_KEYS && !found; key++)
        if (g_str_equal (name, weft_chakra_key_name (key)))
          {
            check_value (&node->value[key], attribute_value (attribute));
            found = TRUE;
          }
      if (!found && !g_str_equal (name, "involved_dim") && !g_str_equal (name, "comm_priority"))
        g_assert_true (g_hash_table_contains (unknown, name));
    }
}

static void
check_deps (const WeftChakraNode *node, guint which, JsonObject *object, const char *member)
{
  JsonArray *deps = json_object_has_member (object, member) ? json_object_get_array_member (object, member) : NULL;

  g_assert_cmpuint (node->n_deps[which], ==, deps != NULL ? json_array_get_length (deps) : 0);
  for (guint i = 0; i < node->n_deps[which]; i++)
    g_assert_cmpuint (node->deps[which][i], ==,
                      g_ascii_strtoull (json_array_get_string_element (deps, i), NULL, 10));
}

static void
check_node (const WeftChakraNode *node, JsonObject *object, GHashTable *unknown)
{
  g_autofree char *type = g_strconcat (weft_chakra_type_name (node->type), "_NODE", NULL);
  const char *id = json_object_get_string_member_with_default (object, "id", "0");
  const char *duration = json_object_get_string_member_with_default (object, "durationMicros", "0");

  g_assert_cmpuint (node->id, ==, g_ascii_strtoull (id, NULL, 10));
  g_assert_cmpuint (node->duration_us, ==, g_ascii_strtoull (duration, NULL, 10));
  g_assert_cmpstr (node->name, ==, json_object_get_string_member (object, "name"));
  g_assert_cmpstr (type, ==, json_object_get_string_member_with_default (object, "type", "INVALID_NODE"));
  check_deps (node, 0, object, "ctrlDeps");
  check_deps (node, 1, object, "dataDeps");
  check_attributes (node, object, unknown);
}

/* One JSON object a line, a line a record. */
static void
test_known (gconstpointer data)
{
  const char *name = data;
  g_autofree char *et_name = g_strconcat (name, ".et", NULL);
  g_autofree char *json_name = g_strconcat (name, ".json", NULL);
  g_autofree char *et_path = data_path (et_name);
  g_autofree char *json_path = data_path (json_name);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;
  WeftChakraFile file;
  guint n = 1;

  g_assert_true (g_file_get_contents (json_path, &text, NULL, &error));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  weft_chakra_file_open (&file, et_path, unknown, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (file.head.version, ==, "0.0.4");
  for (; weft_chakra_file_next (&file, &error); n++)
    {
      g_autoptr (JsonNode) root = json_from_string (lines[n], &error);

      g_assert_no_error (error);
      check_node (&file.node, json_node_get_object (root), unknown);
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, g_strv_length (lines));
  weft_chakra_file_clear (&file);
}

/* --- kinds of attributes --- */

static const guint integer_members[] = { INT32_VAL,   INT64_VAL,   UINT32_VAL,   UINT64_VAL,   SINT32_VAL, SINT64_VAL,
                                         FIXED32_VAL, FIXED64_VAL, SFIXED32_VAL, SFIXED64_VAL };

static void
test_integers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (integer_members); i++)
    {
      Bytes *node = node_new (7, "n", WEFT_CHAKRA_COMP);
      g_autoptr (GError) error = NULL;
      WeftChakraFile file;
      gint64 value;

      add_integer (node, "num_ops", integer_members[i], 123456789);
      open_node (&file, node);
      g_assert_true (weft_chakra_file_integer (&file, WEFT_CHAKRA_NUM_OPS, &value, &error));
      g_assert_no_error (error);
      g_assert_cmpint (value, ==, 123456789);
      weft_chakra_file_clear (&file);
    }
}

static void
test_negative (void)
{
  static const guint members[] = { INT32_VAL, INT64_VAL, SINT32_VAL, SINT64_VAL, SFIXED32_VAL, SFIXED64_VAL };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      Bytes *node = node_new (7, "n", WEFT_CHAKRA_COMP);
      g_autoptr (GError) error = NULL;
      WeftChakraFile file;
      gint64 value;
      double count;

      add_integer (node, "comm_size", members[i], -5);
      open_node (&file, node);
      g_assert_true (weft_chakra_file_integer (&file, WEFT_CHAKRA_COMM_SIZE, &value, &error));
      g_assert_cmpint (value, ==, -5);
      g_assert_false (weft_chakra_file_count (&file, WEFT_CHAKRA_COMM_SIZE, &count, &error));
      g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, "node 7 \"n\": attribute comm_size is -5"));
      weft_chakra_file_clear (&file);
    }
}

static void
test_boolean (void)
{
  Bytes *node = node_new (7, "n", WEFT_CHAKRA_COMP);
  g_autoptr (GError) error = NULL;
  WeftChakraFile file;
  gint64 value;

  add_integer (node, "is_cpu_op", BOOL_VAL, 1);
  open_node (&file, node);
  g_assert_true (weft_chakra_file_integer (&file, WEFT_CHAKRA_IS_CPU_OP, &value, &error));
  g_assert_cmpint (value, ==, 1);
  weft_chakra_file_clear (&file);
}

/* @words: what the message says of comm_size. */
static void
check_refused (Bytes *node, const char *words)
{
  g_autoptr (GError) error = NULL;
  WeftChakraFile file;
  gint64 value;

  open_node (&file, node);
  g_assert_false (weft_chakra_file_integer (&file, WEFT_CHAKRA_COMM_SIZE, &value, &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
  g_assert_true (g_str_has_prefix (error->message, "t.0.et: record 2 (byte 8): node 7 \"n\": "));
  if (strstr (error->message, words) == NULL)
    g_error ("%s lacks %s", error->message, words);
  weft_chakra_file_clear (&file);
}

static void
test_mistyped (void)
{
  Bytes *node = node_new (7, "n", WEFT_CHAKRA_COMM_COLL);

  check_refused (node, "attribute comm_size is missing, which a COMM_COLL node needs");
  node = node_new (7, "n", WEFT_CHAKRA_COMM_COLL);
  add_nothing (node, "comm_size");
  check_refused (node, "attribute comm_size has no value");
  node = node_new (7, "n", WEFT_CHAKRA_COMM_COLL);
  add_string (node, "comm_size", "1024");
  check_refused (node, "attribute comm_size is \"1024\" (string_val); expected an integer");
  node = node_new (7, "n", WEFT_CHAKRA_COMM_COLL);
  add_real (node, "comm_size", 1024.5);
  check_refused (node, "attribute comm_size is 1024.5 (double_val); expected an integer");
  node = node_new (7, "n", WEFT_CHAKRA_COMM_COLL);
  add_integer (node, "comm_size", UINT64_VAL, G_MININT64);
  check_refused (node, "attribute comm_size is 9223372036854775808 (uint64_val); expected an integer below 2^63");
}

/* A field of a number that is not known is passed over, as protobuf has it. */
static void
test_unknown_fields (void)
{
  Bytes *node = node_new (7, "n", WEFT_CHAKRA_COMP);
  WeftChakraFile file;

  put_number (node, 99, 5);
  put_text (node, 100, "words");
  open_node (&file, node);
  g_assert_cmpuint (file.node.id, ==, 7);
  weft_chakra_file_clear (&file);
}

/* Dependences in both encodings, packed and each alone. */
static void
test_packed (void)
{
  static const guint8 packed[] = { 1, 2, 0xac, 0x02 };
  Bytes *node = node_new (7, "n", WEFT_CHAKRA_COMP);
  WeftChakraFile file;

  add_dep (node, 5);
  put_bytes (node, 5, packed, sizeof packed);
  open_node (&file, node);
  g_assert_cmpuint (file.node.n_deps[1], ==, 4);
  g_assert_cmpuint (file.node.deps[1][0], ==, 5);
  g_assert_cmpuint (file.node.deps[1][3], ==, 300);
  weft_chakra_file_clear (&file);
}

/* --- broken files --- */

typedef struct
{
  const char *name;
  const char *bytes;
  gsize length;
  WeftSimError code;
  const char *words;
} Broken;

#define BYTES(text) text, sizeof (text) - 1

static const Broken broken[] = {
  { "empty", BYTES (""), WEFT_SIM_ERROR_INVALID, "t.0.et: the file is empty" },
  { "no-end-of-length", BYTES ("\x00\x80"), WEFT_SIM_ERROR_INVALID,
    "record 2 (byte 1): the file ends within the length" },
  { "length-too-long", BYTES ("\x00\xff\xff\xff\xff\xff\x01"), WEFT_SIM_ERROR_INVALID,
    "record 2 (byte 1): the length of the record does not fit" },
  { "length-of-33-bits", BYTES ("\x00\x80\x80\x80\x80\x10"), WEFT_SIM_ERROR_INVALID,
    "record 2 (byte 1): the length of the record does not fit" },
  { "length-above-limit", BYTES ("\x00\x81\x80\x80\x20"), WEFT_SIM_ERROR_LIMIT,
    "record 2 (byte 1): the record says that it has 67108865 bytes; at most 67108864" },
  { "record-longer-than-file", BYTES ("\x00\x05\x08\x01"), WEFT_SIM_ERROR_INVALID,
    "record 2 (byte 1): the record says that it has 5 bytes, but the file ends after 2" },
  { "no-message", BYTES ("\x00\x02\xff\xff"), WEFT_SIM_ERROR_INVALID, "record 2 (byte 1): its 2 bytes are no Node" },
  { "head-no-message", BYTES ("\x02\xff\xff"), WEFT_SIM_ERROR_INVALID,
    "record 1 (byte 0): its 2 bytes are no GlobalMetadata" },
  { "name-of-other-type", BYTES ("\x00\x02\x10\x05"), WEFT_SIM_ERROR_INVALID,
    "record 2 (byte 1): its 2 bytes are no Node" },
  { "name-no-utf8", BYTES ("\x00\x05\x12\x03" "a\xff" "b"), WEFT_SIM_ERROR_INVALID,
    "record 2 (byte 1): node 0 \"a\\xffb\": its name is no UTF-8 text: its byte 1 is 0xff" },
  { "attribute-no-utf8", BYTES ("\x00\x05\x52\x03\x0a\x01\xc3"), WEFT_SIM_ERROR_INVALID,
    "the name of an attribute is no UTF-8 text: its byte 0 is 0xc3" },
  { "value-no-utf8", BYTES ("\x00\x0f\x52\x0d\x0a\x07pg_name\xea\x01\x01\xff"), WEFT_SIM_ERROR_INVALID,
    "pg_name is no UTF-8 text: its byte 0 is 0xff" },
};

static void
test_broken (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (read_all (broken[i].bytes, broken[i].length, &error), ==, -1);
      g_assert_error (error, WEFT_SIM_ERROR, (int) broken[i].code);
      g_assert_true (g_str_has_prefix (error->message, "t.0.et: "));
      if (strstr (error->message, broken[i].words) == NULL)
        g_error ("%s: %s", broken[i].name, error->message);
    }
}

static void
test_not_there (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (GError) error = NULL;
  WeftChakraFile file;

  /* A folder opens but cannot be read. */
  g_assert_false (weft_chakra_file_open (&file, folder, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, folder));
  weft_chakra_file_clear (&file);
  g_clear_error (&error);
  g_rmdir (folder);
  g_assert_false (weft_chakra_file_open (&file, folder, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, folder));
  weft_chakra_file_clear (&file);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data ("\x00\x00", 2, NULL);
  g_autoptr (GError) error = NULL;
  WeftChakraFile file;

  g_cancellable_cancel (cancellable);
  g_assert_false (weft_chakra_file_init (&file, stream, "t.0.et", NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  weft_chakra_file_clear (&file);
}

/* --- sizes --- */

/* Records over 16 KB have lengths of three bytes; this one is also longer than the first buffer. */
static void
test_long (void)
{
  g_autoptr (Bytes) bytes = file_new ();
  g_autofree char *words = g_strnfill (300000, 'x');
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 40; i++)
    {
      Bytes *node = compute_new (i, "n", 1);

      add_string (node, "op_schema", i % 4 == 0 ? words : "short");
      add_string (node, "scope", words + 300000 - 17000);
      put_node (bytes, node);
    }
  g_assert_cmpint (read_all (bytes->data, bytes->len, &error), ==, 40);
  g_assert_no_error (error);
}

static void
test_long_name (void)
{
  g_autoptr (Bytes) bytes = file_new ();
  g_autofree char *name = g_strnfill (65537, 'x');
  g_autoptr (GError) error = NULL;

  put_node (bytes, compute_new (0, name, 1));
  g_assert_cmpint (read_all (bytes->data, bytes->len, &error), ==, -1);
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT);
}

/* 16 MB of empty attributes would need 1.4 GB. */
static void
test_swelling (void)
{
  g_autoptr (Bytes) bytes = file_new ();
  g_autoptr (Bytes) node = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  g_byte_array_set_size (node, 16 * 1024 * 1024);
  for (guint i = 0; i < node->len; i += 2)
    {
      node->data[i] = 10 << 3 | 2;
      node->data[i + 1] = 0;
    }
  put_record (bytes, node);
  g_assert_cmpint (read_all (bytes->data, bytes->len, &error), ==, -1);
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "of memory"));
}

static void
test_gzip (void)
{
  g_autofree char *path = data_path ("xf_tiny.0.et");
  g_autoptr (GConverter) pack = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) out = g_converter_output_stream_new (memory, pack);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (g_output_stream_write_all (out, bytes, length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (out, NULL, NULL));
  g_assert_cmpint (read_all (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                             g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)), &error),
                   ==, 20);
  g_assert_no_error (error);
  g_assert_cmpint (read_all (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                             g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)) / 2, &error),
                   ==, -1);
  g_assert_nonnull (strstr (error->message, "t.0.et: "));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/chakra-file/known/mixed", "mixed.0", test_known);
  g_test_add_data_func ("/chakra-file/known/xf-tiny", "xf_tiny.0", test_known);
  g_test_add_data_func ("/chakra-file/known/all-reduce", "all_reduce_8npus_1MiB.0", test_known);
  g_test_add_func ("/chakra-file/integers", test_integers);
  g_test_add_func ("/chakra-file/negative", test_negative);
  g_test_add_func ("/chakra-file/boolean", test_boolean);
  g_test_add_func ("/chakra-file/mistyped", test_mistyped);
  g_test_add_func ("/chakra-file/unknown-fields", test_unknown_fields);
  g_test_add_func ("/chakra-file/packed", test_packed);
  g_test_add_func ("/chakra-file/broken", test_broken);
  g_test_add_func ("/chakra-file/not-there", test_not_there);
  g_test_add_func ("/chakra-file/cancelled", test_cancelled);
  g_test_add_func ("/chakra-file/long", test_long);
  g_test_add_func ("/chakra-file/long-name", test_long_name);
  g_test_add_func ("/chakra-file/swelling", test_swelling);
  g_test_add_func ("/chakra-file/gzip", test_gzip);
  return g_test_run ();
}
