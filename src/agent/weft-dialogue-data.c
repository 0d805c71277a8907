/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of an event's data that is going to be shown. */
#include "agent/weft-dialogue-data-private.h"

#include "agent/weft-dialogue.h"
#include "base/weft-json-find.h"
#include "base/weft-json-write.h"

char *
weft_data_text (JsonObject *data,
                const char *member)
{
  JsonNode *node = data == NULL ? NULL : json_object_get_member (data, member);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return NULL;
  if (weft_json_find_string (data, member) != NULL)
    return g_strdup (weft_json_find_string (data, member));
  return weft_json_write_compact (node);
}

char *
weft_data_word (JsonObject *data,
                const char *member,
                gsize       max)
{
  const char *text = weft_json_find_string (data, member);
  char *word;

  if (text == NULL || *text == '\0')
    return NULL;
  word = weft_dialogue_make_safe (text, max);
  g_strdelimit (word, "\n\t", ' ');
  return word;
}
