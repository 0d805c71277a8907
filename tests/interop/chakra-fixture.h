/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chakra records byte by byte, by an encoder of the tests' own, so that the reader is not tested against itself; and
 * folders of traces. */
#pragma once

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "interop/weft-chakra-file-private.h"

/* Numbers of the members of an attribute's value. */
enum
{
  DOUBLE_VAL = 3,
  FLOAT_VAL = 5,
  INT32_VAL = 7,
  INT64_VAL = 9,
  UINT32_VAL = 11,
  UINT64_VAL = 13,
  SINT32_VAL = 15,
  SINT64_VAL = 17,
  FIXED32_VAL = 19,
  FIXED64_VAL = 21,
  SFIXED32_VAL = 23,
  SFIXED64_VAL = 25,
  BOOL_VAL = 27,
  BOOL_LIST = 28,
  STRING_VAL = 29,
};

typedef GByteArray Bytes;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Bytes, g_byte_array_unref)

/* --- protobuf --- */

static inline void
put_varint (Bytes *out, guint64 value)
{
  do
    {
      guint8 byte = (value & 0x7f) | (value > 0x7f ? 0x80 : 0);

      g_byte_array_append (out, &byte, 1);
      value >>= 7;
    }
  while (value > 0);
}

static inline void
put_number (Bytes *out, guint field, guint64 value)
{
  put_varint (out, field << 3);
  put_varint (out, value);
}

static inline void
put_bytes (Bytes *out, guint field, const void *bytes, gsize length)
{
  put_varint (out, field << 3 | 2);
  put_varint (out, length);
  g_byte_array_append (out, bytes, length);
}

static inline void
put_text (Bytes *out, guint field, const char *text)
{
  put_bytes (out, field, text, strlen (text));
}

static inline void
put_fixed (Bytes *out, guint field, gsize n_bytes, guint64 value)
{
  put_varint (out, field << 3 | (n_bytes == 8 ? 1 : 5));
  value = GUINT64_TO_LE (value);
  g_byte_array_append (out, (const guint8 *) &value, n_bytes);
}

/* --- attributes --- */

static inline void
put_attribute (Bytes *node, const Bytes *attribute)
{
  put_bytes (node, 10, attribute->data, attribute->len);
}

static inline void
add_integer (Bytes *node, const char *name, guint member, gint64 value)
{
  g_autoptr (Bytes) attribute = g_byte_array_new ();

  put_text (attribute, 1, name);
  switch (member)
    {
    case SINT32_VAL:
    case SINT64_VAL:
      put_number (attribute, member, (guint64) value << 1 ^ (guint64) (value >> 63));
      break;
    case FIXED32_VAL:
    case SFIXED32_VAL:
      put_fixed (attribute, member, 4, (guint32) value);
      break;
    case FIXED64_VAL:
    case SFIXED64_VAL:
      put_fixed (attribute, member, 8, value);
      break;
    default:
      put_number (attribute, member, value);
    }
  put_attribute (node, attribute);
}

static inline void
add_real (Bytes *node, const char *name, double value)
{
  g_autoptr (Bytes) attribute = g_byte_array_new ();
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  put_text (attribute, 1, name);
  put_fixed (attribute, DOUBLE_VAL, 8, bits);
  put_attribute (node, attribute);
}

static inline void
add_string (Bytes *node, const char *name, const char *value)
{
  g_autoptr (Bytes) attribute = g_byte_array_new ();

  put_text (attribute, 1, name);
  put_text (attribute, STRING_VAL, value);
  put_attribute (node, attribute);
}

static inline void
add_nothing (Bytes *node, const char *name)
{
  g_autoptr (Bytes) attribute = g_byte_array_new ();

  put_text (attribute, 1, name);
  put_attribute (node, attribute);
}

/* --- nodes --- */

static inline Bytes *
node_new (guint64 id, const char *name, guint type)
{
  Bytes *node = g_byte_array_new ();

  put_number (node, 1, id);
  put_text (node, 2, name);
  put_number (node, 3, type);
  return node;
}

static inline void
add_dep (Bytes *node, guint64 id)
{
  put_number (node, 5, id);
}

static inline void
put_record (Bytes *file, const Bytes *record)
{
  put_varint (file, record->len);
  g_byte_array_append (file, record->data, record->len);
}

/* Puts a node into a file and forgets it. */
static inline void
put_node (Bytes *file, Bytes *node)
{
  put_record (file, node);
  g_byte_array_unref (node);
}

/* A file with its first record. */
static inline Bytes *
file_new (void)
{
  Bytes *file = g_byte_array_new ();
  g_autoptr (Bytes) head = g_byte_array_new ();

  put_text (head, 1, "0.0.4");
  put_record (file, head);
  return file;
}

static inline Bytes *
compute_new (guint64 id, const char *name, guint64 duration_us)
{
  Bytes *node = node_new (id, name, WEFT_CHAKRA_COMP);

  put_number (node, 7, duration_us);
  return node;
}

static inline Bytes *
collective_new (guint64 id, const char *name, gint64 type, gint64 bytes)
{
  Bytes *node = node_new (id, name, WEFT_CHAKRA_COMM_COLL);

  add_integer (node, "comm_type", INT64_VAL, type);
  add_integer (node, "comm_size", INT64_VAL, bytes);
  return node;
}

static inline Bytes *
send_new (guint64 id, guint dst, gint64 tag, gint64 bytes)
{
  Bytes *node = node_new (id, "send", WEFT_CHAKRA_COMM_SEND);

  add_integer (node, "comm_dst", INT32_VAL, dst);
  add_integer (node, "comm_tag", INT32_VAL, tag);
  add_integer (node, "comm_size", INT64_VAL, bytes);
  return node;
}

static inline Bytes *
recv_new (guint64 id, guint src, gint64 tag, gint64 bytes)
{
  Bytes *node = node_new (id, "recv", WEFT_CHAKRA_COMM_RECV);

  add_integer (node, "comm_src", INT32_VAL, src);
  add_integer (node, "comm_tag", INT32_VAL, tag);
  add_integer (node, "comm_size", INT64_VAL, bytes);
  return node;
}

static inline Bytes *
load_new (guint64 id, gint64 bytes)
{
  Bytes *node = node_new (id, "load", WEFT_CHAKRA_MEM_LOAD);

  add_integer (node, "tensor_size", UINT64_VAL, bytes);
  return node;
}

/* --- folders --- */

static inline char *
folder_new (void)
{
  char *folder = g_dir_make_tmp ("weft-chakra-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

static inline void
folder_free (char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

/* Writes the file of a rank, "FOLDER/t.RANK.et", and forgets it. */
static inline void
put_rank (const char *folder, guint rank, Bytes *file)
{
  g_autofree char *name = g_strdup_printf ("t.%u.et", rank);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  FILE *stream;

  stream = fopen (path, "wb"); /* g_file_set_contents() waits for the disk */
  g_assert_nonnull (stream);
  if (file->len > 0)
    g_assert_cmpuint (fwrite (file->data, 1, file->len, stream), ==, file->len);
  g_assert_cmpint (fclose (stream), ==, 0);
  g_byte_array_unref (file);
}

static inline char *
data_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "interop", "data", "chakra", name, NULL);
}
