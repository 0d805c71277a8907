/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which call a piece of a call belongs to. Every server breaks the rules of the deltas somewhere: so by id first,
 * then by index, then by "the one that comes just now". */
#include <string.h>

#include "agent/weft-turn-reader-private.h"
#include "agent/weft-turn-value-private.h"

#include "base/weft-json-write.h"

/* Longer ids are taken for none: they go back to the server with every later request. */
#define ID_MAX_BYTES 1024
#define NAME_MAX_BYTES 1024

/* One entry of a delta. */
typedef struct
{
  const char *id;   /* (nullable) */
  const char *name; /* (nullable) */
  const char *arguments; /* (nullable) */
  gint64 index;
  gboolean has_index;
} Piece;

static WeftTurnDraft *
add_draft (WeftTurnReader *self)
{
  WeftTurnDraft *draft;

  if (self->drafts->len >= self->limits.calls)
    {
      weft_turn_hit (self, "tool_calls");
      return NULL;
    }
  draft = weft_turn_draft_new ();
  g_ptr_array_add (self->drafts, draft);
  return draft;
}

static void
set_index (WeftTurnReader *self, gint64 index, WeftTurnDraft *draft)
{
  gint64 *key = g_new (gint64, 1);

  *key = index;
  g_hash_table_replace (self->by_index, key, draft);
}

static void
set_id (WeftTurnReader *self, WeftTurnDraft *draft, const char *id)
{
  draft->id = g_strdup (id);
  g_hash_table_insert (self->by_id, draft->id, draft);
}

/* A new call whose index another one has had. */
static WeftTurnDraft *
add_collided (WeftTurnReader *self, const Piece *piece)
{
  WeftTurnDraft *draft = add_draft (self);

  if (draft == NULL)
    return NULL;
  draft->collided = TRUE;
  set_index (self, piece->index, draft);
  weft_turn_warn (self, "index-collision");
  return draft;
}

static gboolean
fits_late_id (const WeftTurnDraft *draft, const Piece *piece)
{
  gboolean has_more = piece->arguments != NULL && piece->arguments[0] != '\0';

  return draft->id == NULL && (piece->name == NULL || draft->name == NULL || g_str_equal (piece->name, draft->name))
         && !(draft->nesting.whole && has_more);
}

static WeftTurnDraft *
route_new_id (WeftTurnReader *self, const Piece *piece)
{
  WeftTurnDraft *draft = piece->has_index ? g_hash_table_lookup (self->by_index, &piece->index) : NULL;

  if (draft == NULL)
    {
      draft = add_draft (self);
      if (draft != NULL && piece->has_index)
        set_index (self, piece->index, draft);
    }
  else if (!fits_late_id (draft, piece))
    draft = add_collided (self, piece);
  if (draft != NULL)
    set_id (self, draft, piece->id);
  return draft;
}

static WeftTurnDraft *
route_index (WeftTurnReader *self, const Piece *piece)
{
  WeftTurnDraft *draft = g_hash_table_lookup (self->by_index, &piece->index);

  if (draft != NULL)
    return draft->nesting.whole && piece->name != NULL ? add_collided (self, piece) : draft;
  if (piece->index < self->drafts->len)
    {
      draft = g_ptr_array_index (self->drafts, piece->index);
      if (draft->collided)
        return draft;
    }
  draft = add_draft (self);
  if (draft != NULL)
    set_index (self, piece->index, draft);
  return draft;
}

static WeftTurnDraft *
route (WeftTurnReader *self, const Piece *piece)
{
  WeftTurnDraft *draft = piece->id != NULL ? g_hash_table_lookup (self->by_id, piece->id) : NULL;

  if (draft != NULL)
    return draft;
  if (piece->id != NULL)
    return route_new_id (self, piece);
  if (piece->has_index)
    return route_index (self, piece);
  return piece->name != NULL || self->current == NULL ? add_draft (self) : self->current;
}

/* The first name stays. A second piece is joined to it only when both are the name of a tool. */
static void
add_name (WeftTurnReader *self, WeftTurnDraft *draft, const char *name)
{
  g_autofree char *joined = NULL;

  if (draft->name == NULL)
    {
      draft->name = g_strdup (name);
      return;
    }
  if (draft->name_joined || g_str_equal (draft->name, name))
    return;
  joined = g_strconcat (draft->name, name, NULL);
  if (!weft_turn_is_tool (self, joined))
    return;
  draft->name_joined = TRUE;
  g_free (draft->name);
  draft->name = g_steal_pointer (&joined);
}

static void
add_arguments (WeftTurnReader *self, WeftTurnDraft *draft, const char *arguments)
{
  gsize length = strlen (arguments);

  if (length > self->limits.arguments - MIN (draft->arguments->len, self->limits.arguments))
    {
      weft_turn_hit (self, "arguments");
      return;
    }
  g_string_append_len (draft->arguments, arguments, length);
  weft_turn_nesting_add (&draft->nesting, arguments, length);
}

/* Strings as they are, objects as text. */
static const char *
read_arguments (WeftTurnReader *self, JsonObject *function, char **written)
{
  JsonNode *node = json_object_get_member (function, "arguments");

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return weft_json_find_string (function, "arguments");
  weft_turn_warn (self, "arguments-not-string");
  *written = weft_json_write_compact (node);
  return *written;
}

static void
add_piece (WeftTurnReader *self, WeftTurnDraft *draft, const Piece *piece)
{
  if (piece->name != NULL)
    add_name (self, draft, piece->name);
  if (piece->arguments != NULL)
    add_arguments (self, draft, piece->arguments);
}

static const char *
bounded (const char *text, gsize max_bytes)
{
  return text != NULL && strlen (text) <= max_bytes ? text : NULL;
}

static void
fold_entry (WeftTurnReader *self, JsonObject *entry, gboolean is_delta)
{
  JsonObject *function = weft_json_find_object (entry, "function");
  g_autofree char *written = NULL;
  Piece piece = { .id = bounded (weft_turn_text (entry, "id"), ID_MAX_BYTES) };
  WeftTurnDraft *draft;

  if (function != NULL)
    {
      piece.name = bounded (weft_turn_text (function, "name"), NAME_MAX_BYTES);
      piece.arguments = read_arguments (self, function, &written);
    }
  piece.has_index = weft_turn_integer (entry, "index", &piece.index) && piece.index >= 0;
  if (!piece.has_index && is_delta)
    weft_turn_warn (self, "missing-index");
  draft = route (self, &piece);
  if (draft == NULL)
    return;
  self->current = draft;
  add_piece (self, draft, &piece);
}

/* The form before there were several calls: one call, without id and index. */
static void
fold_legacy (WeftTurnReader *self, JsonObject *function)
{
  g_autofree char *written = NULL;
  Piece piece = { .name = bounded (weft_turn_text (function, "name"), NAME_MAX_BYTES) };

  piece.arguments = read_arguments (self, function, &written);
  if (piece.name == NULL && piece.arguments == NULL)
    return;
  weft_turn_warn (self, "legacy-function-call");
  if (self->legacy == NULL)
    self->legacy = add_draft (self);
  if (self->legacy != NULL)
    add_piece (self, self->legacy, &piece);
}

void
weft_turn_fold_calls (WeftTurnReader *self, JsonObject *delta, gboolean is_delta)
{
  JsonArray *entries = weft_json_find_array (delta, "tool_calls");
  JsonObject *legacy = weft_json_find_object (delta, "function_call");

  for (guint i = 0; entries != NULL && i < json_array_get_length (entries) && !self->closed; i++)
    {
      JsonObject *entry = weft_turn_element (entries, i);

      if (entry != NULL)
        fold_entry (self, entry, is_delta);
    }
  if (legacy != NULL && !self->closed)
    fold_legacy (self, legacy);
}
