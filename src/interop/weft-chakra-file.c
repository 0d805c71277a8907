/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From records to nodes. Each record is decoded into the arena, looked through once, and forgotten with the next one. */
#include "interop/weft-chakra-file-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include <chakra.pb-c.h>

#include "base/weft-quote-private.h"
#include "interop/weft-chakra-names-private.h"
#include "sim/weft-sim-trace.h"

#define MAX_NAME_BYTES (64 * 1024)

typedef Weft__Chakra__Attribute Attribute;

/* --- values --- */

static void
set_unsigned (WeftChakraValue *out, guint64 value)
{
  out->form = value > G_MAXINT64 ? WEFT_CHAKRA_HUGE : WEFT_CHAKRA_INTEGER;
  out->huge = value;
}

static void
set_signed (WeftChakraValue *out, gint64 value)
{
  out->form = WEFT_CHAKRA_INTEGER;
  out->integer = value;
}

static void
set_real (WeftChakraValue *out, double value)
{
  out->form = WEFT_CHAKRA_REAL;
  out->real = value;
}

static void
set_value (WeftChakraValue *out, const Attribute *attribute)
{
  switch (attribute->value_case)
    {
    case WEFT__CHAKRA__ATTRIBUTE__VALUE__NOT_SET:
      out->form = WEFT_CHAKRA_EMPTY;
      return;
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_DOUBLE_VAL:
      return set_real (out, attribute->double_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_FLOAT_VAL:
      return set_real (out, attribute->float_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_INT32_VAL:
      return set_signed (out, attribute->int32_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_INT64_VAL:
      return set_signed (out, attribute->int64_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_UINT32_VAL:
      return set_unsigned (out, attribute->uint32_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_UINT64_VAL:
      return set_unsigned (out, attribute->uint64_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_SINT32_VAL:
      return set_signed (out, attribute->sint32_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_SINT64_VAL:
      return set_signed (out, attribute->sint64_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_FIXED32_VAL:
      return set_unsigned (out, attribute->fixed32_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_FIXED64_VAL:
      return set_unsigned (out, attribute->fixed64_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_SFIXED32_VAL:
      return set_signed (out, attribute->sfixed32_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_SFIXED64_VAL:
      return set_signed (out, attribute->sfixed64_val);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_BOOL_VAL:
      return set_signed (out, attribute->bool_val != 0);
    case WEFT__CHAKRA__ATTRIBUTE__VALUE_STRING_VAL:
      out->form = WEFT_CHAKRA_TEXT;
      out->text = attribute->string_val;
      return;
    default:
      out->form = WEFT_CHAKRA_OTHER;
    }
}

static const char *
member_name (const Attribute *attribute)
{
  const ProtobufCFieldDescriptor *field =
    protobuf_c_message_descriptor_get_field (&weft__chakra__attribute__descriptor, attribute->value_case);

  return field != NULL ? field->name : "";
}

/* --- texts --- */

static gboolean
check_text (WeftChakraFile *self, const char *text, const char *what, GError **error)
{
  const char *end;

  if (g_utf8_validate (text, -1, &end))
    return TRUE;
  return weft_chakra_file_refuse (self, WEFT_SIM_ERROR_INVALID, error,
                                  _("%s is no UTF-8 text: its byte %" G_GSIZE_FORMAT " is 0x%02x"), _(what),
                                  (gsize) (end - text), (guchar) *end);
}

static gboolean
check_name (WeftChakraFile *self, const char *name, GError **error)
{
  gsize length = strlen (name);

  if (!check_text (self, name, N_ ("its name"), error))
    return FALSE;
  if (length <= MAX_NAME_BYTES)
    return TRUE;
  return weft_chakra_file_refuse (self, WEFT_SIM_ERROR_LIMIT, error,
                                  _("its name has %" G_GSIZE_FORMAT " bytes; at most %d are read"), length,
                                  MAX_NAME_BYTES);
}

/* --- attributes --- */

static gboolean
take_attribute (WeftChakraFile *self, const Attribute *attribute, GError **error)
{
  int key = weft_chakra_key_find (attribute->name);
  WeftChakraValue *value;

  if (key == WEFT_CHAKRA_KEY_IGNORED)
    return TRUE;
  if (key == WEFT_CHAKRA_KEY_UNKNOWN)
    {
      if (!check_text (self, attribute->name, N_ ("the name of an attribute"), error))
        return FALSE;
      if (self->unknown != NULL && !g_hash_table_contains (self->unknown, attribute->name))
        g_hash_table_add (self->unknown, g_strdup (attribute->name));
      return TRUE;
    }
  value = &self->node.value[key];
  if (value->form != WEFT_CHAKRA_ABSENT) /* of two the first counts, as for the peers */
    return TRUE;
  value->member = member_name (attribute);
  set_value (value, attribute);
  return value->form != WEFT_CHAKRA_TEXT || check_text (self, value->text, attribute->name, error);
}

static gboolean
take_node (WeftChakraFile *self, const Weft__Chakra__Node *from, GError **error)
{
  WeftChakraNode *node = &self->node;

  *node = (WeftChakraNode) {
    .id = from->id,
    .name = from->name,
    .type = from->type,
    .duration_us = from->duration_micros,
    .deps = { from->ctrl_deps, from->data_deps },
    .n_deps = { from->n_ctrl_deps, from->n_data_deps },
    .values = from->inputs != NULL ? from->inputs->values : NULL,
  };
  self->has_node = TRUE;
  if (!check_name (self, node->name, error))
    return FALSE;
  for (gsize i = 0; i < from->n_attr; i++)
    if (!take_attribute (self, from->attr[i], error))
      return FALSE;
  return TRUE;
}

/* --- records --- */

static gboolean
refuse_record (WeftChakraFile *self, gsize length, const char *what, GError **error)
{
  self->has_node = FALSE;
  if (self->arena.is_full)
    return weft_chakra_file_refuse (self, WEFT_SIM_ERROR_LIMIT, error,
                                    _("its %" G_GSIZE_FORMAT " bytes need more than %" G_GSIZE_FORMAT
                                      " bytes of memory"),
                                    length, WEFT_CHAKRA_ARENA_MAX_BYTES);
  return weft_chakra_file_refuse (self, WEFT_SIM_ERROR_INVALID, error,
                                  _("its %" G_GSIZE_FORMAT " bytes are no %s of a Chakra trace: they are no protobuf "
                                    "message, or have a field of another type"),
                                  length, what);
}

static const ProtobufCMessage *
next_message (WeftChakraFile *self, const ProtobufCMessageDescriptor *descriptor, const char *what, GError **error)
{
  const guint8 *bytes;
  gsize length;
  ProtobufCMessage *message;

  self->has_node = FALSE;
  if (!weft_chakra_records_next (&self->records, &bytes, &length, error))
    return NULL;
  weft_chakra_arena_reset (&self->arena);
  message = protobuf_c_message_unpack (descriptor, &self->arena.allocator, length, bytes);
  if (message == NULL)
    refuse_record (self, length, what, error);
  return message;
}

static gboolean
take_head_text (WeftChakraFile *self, const Attribute *attribute, GError **error)
{
  for (guint i = 0; i < WEFT_N_CHAKRA_HEAD_TEXTS; i++)
    {
      const char *name;
      char **text = weft_chakra_head_text (&self->head, i, &name);

      if (*text != NULL || !g_str_equal (attribute->name, name))
        continue;
      if (attribute->value_case != WEFT__CHAKRA__ATTRIBUTE__VALUE_STRING_VAL)
        return weft_chakra_file_refuse (self, WEFT_SIM_ERROR_INVALID, error,
                                        _("attribute %s is no text, as which Weft has written it: the file was "
                                          "changed"),
                                        name);
      if (!check_text (self, attribute->string_val, name, error))
        return FALSE;
      *text = g_strdup (attribute->string_val);
    }
  return TRUE;
}

static gboolean
take_head (WeftChakraFile *self, GError **error)
{
  GError *reason = NULL;
  const Weft__Chakra__Head *head = (const Weft__Chakra__Head *) next_message (
    self, &weft__chakra__head__descriptor, "GlobalMetadata", &reason);

  if (reason != NULL)
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  if (head == NULL)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                   _("%s: the file is empty; a Chakra trace has at least one record"), self->records.name);
      return FALSE;
    }
  if (!check_text (self, head->version, "version", error))
    return FALSE;
  self->head.version = g_strdup (head->version);
  for (gsize i = 0; i < head->n_attr; i++)
    if (!take_head_text (self, head->attr[i], error))
      return FALSE;
  return TRUE;
}

/* --- public --- */

gboolean
weft_chakra_file_init (WeftChakraFile *self, GInputStream *stream, const char *name, GHashTable *unknown,
                       GCancellable *cancellable, GError **error)
{
  *self = (WeftChakraFile) { .unknown = unknown };
  weft_chakra_arena_init (&self->arena);
  return weft_chakra_records_init (&self->records, stream, name, cancellable, error) && take_head (self, error);
}

gboolean
weft_chakra_file_open (WeftChakraFile *self, const char *path, GHashTable *unknown, GCancellable *cancellable,
                       GError **error)
{
  *self = (WeftChakraFile) { .unknown = unknown };
  weft_chakra_arena_init (&self->arena);
  return weft_chakra_records_open (&self->records, path, cancellable, error) && take_head (self, error);
}

void
weft_chakra_file_clear (WeftChakraFile *self)
{
  weft_chakra_records_clear (&self->records);
  weft_chakra_arena_clear (&self->arena);
  weft_chakra_head_clear (&self->head);
}

gboolean
weft_chakra_file_next (WeftChakraFile *self, GError **error)
{
  const ProtobufCMessage *message = next_message (self, &weft__chakra__node__descriptor, "Node", error);

  return message != NULL && take_node (self, (const Weft__Chakra__Node *) message, error);
}

gboolean
weft_chakra_file_refuse (WeftChakraFile *self, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  g_autofree char *name = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  if (!self->has_node)
    return weft_chakra_records_refuse (&self->records, code, error, "%s", words);
  name = weft_quote (self->node.name, -1);
  return weft_chakra_records_refuse (&self->records, code, error, _("node %" G_GUINT64_FORMAT " %s: %s"),
                                     self->node.id, name, words);
}
