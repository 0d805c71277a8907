/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number's bits say where its text is kept; another number with the same place takes it over. */
#include "base/weft-json-repeat-private.h"

#include <string.h>

void
weft_json_repeat_append (WeftJsonRepeat *self, GString *out, double value)
{
  guint64 bits;
  guint slot;

  memcpy (&bits, &value, sizeof bits);
  slot = (bits * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32) % WEFT_JSON_REPEAT_SLOTS;
  if (self->texts[slot][0] == '\0' || self->values[slot] != value)
    {
      self->values[slot] = value;
      weft_json_format_double (value, self->texts[slot]);
    }
  g_string_append (out, self->texts[slot]);
}
