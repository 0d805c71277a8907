/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One message that is filled again for each record. */
#include "interop/weft-chakra-encoder-private.h"

#include <chakra.pb-c.h>

#include "interop/weft-chakra-names-private.h"

#define MAX_LENGTH_BYTES 5

typedef Weft__Chakra__Attribute Attribute;

struct _WeftChakraEncoder
{
  GOutputStream *out;
  GCancellable *cancellable;
  GByteArray *record;
  Weft__Chakra__Node node;
  Attribute attributes[WEFT_N_CHAKRA_KEYS];
  Attribute *list[WEFT_N_CHAKRA_KEYS];
};

static gboolean
write_record (WeftChakraEncoder *self, const ProtobufCMessage *message, GError **error)
{
  gsize n_bytes = protobuf_c_message_get_packed_size (message);
  guint8 length[MAX_LENGTH_BYTES];
  gsize n = 0;

  g_byte_array_set_size (self->record, n_bytes);
  protobuf_c_message_pack (message, self->record->data);
  for (gsize left = n_bytes; n == 0 || left > 0; left >>= 7)
    length[n++] = (left & 0x7f) | (left > 0x7f ? 0x80 : 0);
  return g_output_stream_write_all (self->out, length, n, NULL, self->cancellable, error) &&
         g_output_stream_write_all (self->out, self->record->data, n_bytes, NULL, self->cancellable, error);
}

static gboolean
write_head (WeftChakraEncoder *self, WeftChakraHead *from, GError **error)
{
  Weft__Chakra__Head head = WEFT__CHAKRA__HEAD__INIT;

  head.version = from->version;
  head.attr = self->list;
  for (guint i = 0; i < WEFT_N_CHAKRA_HEAD_TEXTS; i++)
    {
      const char *name;
      char *text = *weft_chakra_head_text (from, i, &name);
      Attribute *attribute;

      if (text == NULL)
        continue;
      attribute = self->list[head.n_attr++];
      weft__chakra__attribute__init (attribute);
      attribute->name = (char *) name;
      attribute->value_case = WEFT__CHAKRA__ATTRIBUTE__VALUE_STRING_VAL;
      attribute->string_val = text;
    }
  return write_record (self, &head.base, error);
}

static Attribute *
add (WeftChakraEncoder *self, WeftChakraKey key, Weft__Chakra__Attribute__ValueCase value_case)
{
  Attribute *attribute = self->list[self->node.n_attr++];

  weft__chakra__attribute__init (attribute);
  attribute->name = (char *) weft_chakra_key_name (key);
  attribute->value_case = value_case;
  return attribute;
}

/* --- public --- */

WeftChakraEncoder *
weft_chakra_encoder_new (GOutputStream *out, WeftChakraHead *head, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftChakraEncoder) self = g_new0 (WeftChakraEncoder, 1);

  self->out = g_object_ref (out);
  self->cancellable = cancellable;
  self->record = g_byte_array_new ();
  for (guint i = 0; i < WEFT_N_CHAKRA_KEYS; i++)
    self->list[i] = &self->attributes[i];
  return write_head (self, head, error) ? g_steal_pointer (&self) : NULL;
}

void
weft_chakra_encoder_free (WeftChakraEncoder *self)
{
  g_clear_object (&self->out);
  g_byte_array_unref (self->record);
  g_free (self);
}

void
weft_chakra_encoder_begin (WeftChakraEncoder *self, guint64 id, const char *name, WeftChakraType type)
{
  weft__chakra__node__init (&self->node);
  self->node.id = id;
  self->node.name = (char *) name;
  self->node.type = type;
  self->node.attr = self->list;
}

void
weft_chakra_encoder_deps (WeftChakraEncoder *self, guint64 *deps, gsize n_deps)
{
  self->node.data_deps = deps;
  self->node.n_data_deps = n_deps;
}

void
weft_chakra_encoder_micros (WeftChakraEncoder *self, guint64 duration_us)
{
  self->node.duration_micros = duration_us;
}

void
weft_chakra_encoder_boolean (WeftChakraEncoder *self, WeftChakraKey key, gboolean value)
{
  add (self, key, WEFT__CHAKRA__ATTRIBUTE__VALUE_BOOL_VAL)->bool_val = value;
}

void
weft_chakra_encoder_int32 (WeftChakraEncoder *self, WeftChakraKey key, gint32 value)
{
  add (self, key, WEFT__CHAKRA__ATTRIBUTE__VALUE_INT32_VAL)->int32_val = value;
}

void
weft_chakra_encoder_int64 (WeftChakraEncoder *self, WeftChakraKey key, gint64 value)
{
  add (self, key, WEFT__CHAKRA__ATTRIBUTE__VALUE_INT64_VAL)->int64_val = value;
}

void
weft_chakra_encoder_uint64 (WeftChakraEncoder *self, WeftChakraKey key, guint64 value)
{
  add (self, key, WEFT__CHAKRA__ATTRIBUTE__VALUE_UINT64_VAL)->uint64_val = value;
}

void
weft_chakra_encoder_real (WeftChakraEncoder *self, WeftChakraKey key, double value)
{
  add (self, key, WEFT__CHAKRA__ATTRIBUTE__VALUE_DOUBLE_VAL)->double_val = value;
}

void
weft_chakra_encoder_text (WeftChakraEncoder *self, WeftChakraKey key, const char *value)
{
  add (self, key, WEFT__CHAKRA__ATTRIBUTE__VALUE_STRING_VAL)->string_val = (char *) value;
}

gboolean
weft_chakra_encoder_end (WeftChakraEncoder *self, GError **error)
{
  return write_record (self, &self->node.base, error);
}
