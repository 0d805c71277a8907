/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One item of a dialogue: its texts, its marks and how it grows. What a call has besides is in weft-dialogue-verdict.c. */
#include "agent/weft-dialogue-private.h"

#include <math.h>
#include <string.h>

enum
{
  PROP_TEXT = 1,
  PROP_THINKING,
  PROP_STREAMING,
  PROP_VERDICT,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftDialogueItem, weft_dialogue_item, G_TYPE_OBJECT)

static void
weft_dialogue_item_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  WeftDialogueItem *self = WEFT_DIALOGUE_ITEM (object);

  switch (id)
    {
    case PROP_TEXT:
      g_value_set_string (value, self->text.text->str);
      break;
    case PROP_THINKING:
      g_value_set_string (value, self->thinking.text->str);
      break;
    case PROP_STREAMING:
      g_value_set_boolean (value, self->streaming);
      break;
    case PROP_VERDICT:
      g_value_set_int (value, (int) self->verdict);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_dialogue_item_finalize (GObject *object)
{
  WeftDialogueItem *self = WEFT_DIALOGUE_ITEM (object);

  weft_safe_text_clear (&self->text);
  weft_safe_text_clear (&self->thinking);
  g_free (self->agent);
  g_free (self->model);
  g_free (self->original);
  g_ptr_array_unref (self->claims);
  g_free (self->label);
  g_free (self->name);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    g_free (self->bottlenecks[i]);
  g_free (self->stage);
  g_ptr_array_unref (self->problems);
  g_object_unref (self->advice);
  g_clear_pointer (&self->partitions, json_node_unref);
  g_free (self->arguments);
  G_OBJECT_CLASS (weft_dialogue_item_parent_class)->finalize (object);
}

static void
weft_dialogue_item_class_init (WeftDialogueItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_dialogue_item_get_property;
  object_class->finalize = weft_dialogue_item_finalize;
  props[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", flags);
  props[PROP_THINKING] = g_param_spec_string ("thinking", NULL, NULL, "", flags);
  props[PROP_STREAMING] = g_param_spec_boolean ("streaming", NULL, NULL, FALSE, flags);
  props[PROP_VERDICT] = g_param_spec_int ("verdict", NULL, NULL, WEFT_CALL_WAITING, WEFT_CALL_DUPLICATE,
                                          WEFT_CALL_WAITING, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
weft_dialogue_item_init (WeftDialogueItem *self)
{
  weft_safe_text_begin (&self->text);
  weft_safe_text_begin (&self->thinking);
  self->claims = weft_claims_new ();
  self->problems = g_ptr_array_new_with_free_func (g_free);
  self->advice = g_list_store_new (WEFT_TYPE_ADVICE);
  self->score = NAN;
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    self->ratios[i] = NAN;
}

/* (transfer full) */
WeftDialogueItem *
weft_dialogue_item_new (WeftDialogueKind kind,
                        guint64          seq,
                        const char      *agent)
{
  WeftDialogueItem *self = g_object_new (WEFT_TYPE_DIALOGUE_ITEM, NULL);

  self->kind = kind;
  self->seq = seq;
  self->agent = g_strdup (agent);
  return self;
}

static void
fill (WeftSafeText *safe,
      const char   *text)
{
  weft_safe_text_begin (safe);
  weft_safe_text_add (safe, text, strlen (text));
  weft_safe_text_end (safe);
}

/* @text is made safe. */
void
weft_dialogue_item_set_text (WeftDialogueItem *self,
                             const char       *text)
{
  fill (&self->text, text);
  weft_dialogue_item_notify_text (self);
}

/* An answer as it is recorded. Marks that were found while it streamed are forgotten. */
void
weft_dialogue_item_set_content (WeftDialogueItem *self,
                                const char       *content,
                                const char       *thinking)
{
  fill (&self->text, content);
  fill (&self->thinking, thinking);
  g_clear_pointer (&self->original, g_free);
  if (strcmp (self->text.text->str, content) != 0)
    self->original = g_strndup (content, self->text.taken);
  g_ptr_array_set_size (self->claims, 0);
  weft_dialogue_item_notify_text (self);
  weft_dialogue_item_notify_thinking (self);
}

/* @claims: (transfer full): marks of the text that is shown. */
void
weft_dialogue_item_set_claims (WeftDialogueItem *self,
                               GPtrArray        *claims)
{
  g_ptr_array_unref (self->claims);
  self->claims = claims;
  weft_dialogue_item_notify_text (self);
}

/* After all that comes with it is set. */
void
weft_dialogue_item_set_verdict (WeftDialogueItem *self,
                                WeftCallVerdict   verdict)
{
  self->verdict = verdict;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_VERDICT]);
}

void
weft_dialogue_item_set_streaming (WeftDialogueItem *self,
                                  gboolean          streaming)
{
  if (self->streaming == streaming)
    return;
  self->streaming = streaming;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STREAMING]);
}

void
weft_dialogue_item_notify_text (WeftDialogueItem *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TEXT]);
}

void
weft_dialogue_item_notify_thinking (WeftDialogueItem *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_THINKING]);
}

/**
 * weft_dialogue_item_get_kind:
 * @self: an item
 *
 * Returns: what it is
 */
WeftDialogueKind
weft_dialogue_item_get_kind (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), WEFT_DIALOGUE_NOTICE);
  return self->kind;
}

/**
 * weft_dialogue_item_get_seq:
 * @self: an item
 *
 * Returns: the number of its first event, 0 while it streams
 */
guint64
weft_dialogue_item_get_seq (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), 0);
  return self->seq;
}

/**
 * weft_dialogue_item_get_agent:
 * @self: an item
 *
 * Returns: (transfer none) (nullable): who spoke or acted
 */
const char *
weft_dialogue_item_get_agent (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->agent;
}

/**
 * weft_dialogue_item_get_model:
 * @self: an item
 *
 * Returns: (transfer none) (nullable): the model that answered
 */
const char *
weft_dialogue_item_get_model (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->model;
}

/**
 * weft_dialogue_item_get_text:
 * @self: an item
 *
 * Returns: (transfer none): its text, safe to show
 */
const char *
weft_dialogue_item_get_text (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->text.text->str;
}

/**
 * weft_dialogue_item_get_thinking:
 * @self: an item
 *
 * Returns: (transfer none): what the model thought, safe to show
 */
const char *
weft_dialogue_item_get_thinking (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->thinking.text->str;
}

/**
 * weft_dialogue_item_is_streaming:
 * @self: an item
 *
 * Returns: whether it still grows
 */
gboolean
weft_dialogue_item_is_streaming (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), FALSE);
  return self->streaming;
}

/**
 * weft_dialogue_item_is_abandoned:
 * @self: an item
 *
 * Returns: whether it broke off and was asked again
 */
gboolean
weft_dialogue_item_is_abandoned (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), FALSE);
  return self->abandoned;
}

/**
 * weft_dialogue_item_get_tokens:
 * @self: an item
 * @estimated: (out) (optional): whether they are not the endpoint's own count
 *
 * Returns: the tokens of this answer, 0 when they are unknown
 */
guint64
weft_dialogue_item_get_tokens (WeftDialogueItem *self,
                               gboolean         *estimated)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), 0);
  if (estimated != NULL)
    *estimated = self->tokens_estimated;
  return self->tokens;
}

/**
 * weft_dialogue_item_get_coming_bytes:
 * @self: an item
 *
 * Returns: bytes of arguments that have come while it streams
 */
gsize
weft_dialogue_item_get_coming_bytes (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), 0);
  return self->coming_bytes;
}

/**
 * weft_dialogue_item_get_claims:
 * @self: an item
 *
 * Returns: (transfer none) (element-type WeftClaim): marks of its text
 */
GPtrArray *
weft_dialogue_item_get_claims (WeftDialogueItem *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ITEM (self), NULL);
  return self->claims;
}
