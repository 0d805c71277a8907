/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suggestion of a specialist: what it is about, what to do, and why. */
#include "agent/weft-dialogue-data-private.h"
#include "agent/weft-dialogue-private.h"

#define MAX_PARAMETER_CHARS 120
#define MAX_WORDS_CHARS 2000

struct _WeftAdvice
{
  GObject parent_instance;

  char *specialist;
  char *parameter;
  char *suggestion;
  char *because;
};

G_DEFINE_FINAL_TYPE (WeftAdvice, weft_advice, G_TYPE_OBJECT)

static void
weft_advice_finalize (GObject *object)
{
  WeftAdvice *self = WEFT_ADVICE (object);

  g_free (self->specialist);
  g_free (self->parameter);
  g_free (self->suggestion);
  g_free (self->because);
  G_OBJECT_CLASS (weft_advice_parent_class)->finalize (object);
}

static void
weft_advice_class_init (WeftAdviceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_advice_finalize;
}

static void
weft_advice_init (WeftAdvice *self G_GNUC_UNUSED)
{
}

/* A suggestion may be a number, or a list of what is allowed. */
static char *
dup_words (JsonObject *item,
           const char *member,
           gsize       max)
{
  g_autofree char *text = weft_data_text (item, member);

  return weft_dialogue_make_safe (text, max);
}

/* @item: one of the event's items. (transfer full) */
WeftAdvice *
weft_advice_new (const char *specialist,
                 JsonObject *item)
{
  WeftAdvice *self = g_object_new (WEFT_TYPE_ADVICE, NULL);

  self->specialist = weft_dialogue_make_safe (specialist, MAX_PARAMETER_CHARS);
  self->parameter = dup_words (item, "parameter", MAX_PARAMETER_CHARS);
  self->suggestion = dup_words (item, "suggestion", MAX_WORDS_CHARS);
  self->because = dup_words (item, "because", MAX_WORDS_CHARS);
  return self;
}

/**
 * weft_advice_get_specialist:
 * @self: a suggestion
 *
 * Returns: (transfer none): who made it
 */
const char *
weft_advice_get_specialist (WeftAdvice *self)
{
  g_return_val_if_fail (WEFT_IS_ADVICE (self), NULL);
  return self->specialist;
}

/**
 * weft_advice_get_parameter:
 * @self: a suggestion
 *
 * Returns: (transfer none): what it is about, as a JSON pointer without its first slash; may be empty
 */
const char *
weft_advice_get_parameter (WeftAdvice *self)
{
  g_return_val_if_fail (WEFT_IS_ADVICE (self), NULL);
  return self->parameter;
}

/**
 * weft_advice_get_suggestion:
 * @self: a suggestion
 *
 * Returns: (transfer none): what to do; may be empty
 */
const char *
weft_advice_get_suggestion (WeftAdvice *self)
{
  g_return_val_if_fail (WEFT_IS_ADVICE (self), NULL);
  return self->suggestion;
}

/**
 * weft_advice_get_because:
 * @self: a suggestion
 *
 * Returns: (transfer none): why; may be empty
 */
const char *
weft_advice_get_because (WeftAdvice *self)
{
  g_return_val_if_fail (WEFT_IS_ADVICE (self), NULL);
  return self->because;
}
