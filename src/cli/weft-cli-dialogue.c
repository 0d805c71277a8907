/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints each item once it is settled, and the text of the answer that streams as it grows. */
#include "cli/weft-cli-dialogue.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

struct _WeftCliDialogue
{
  const WeftCliOptions *options;
  WeftDialogue *dialogue;
  gboolean thinking;
  guint n_printed;      /* items that are printed to their end */
  WeftDialogueItem *open; /* (nullable): the item at n_printed, when a part of it is printed */
  gsize printed_text;   /* bytes of it */
  gsize printed_thinking;
};

static void
print_heading (WeftCliDialogue  *self,
               WeftDialogueItem *item)
{
  const char *agent = weft_dialogue_item_get_agent (item);
  const char *model = weft_dialogue_item_get_model (item);

  g_print ("\n");
  weft_cli_print_styled (self->options, WEFT_STYLE_HEADING,
                         g_strcmp0 (agent, "user") == 0 ? _("You") : _("Planner"));
  if (model != NULL)
    {
      g_autofree char *shown = weft_cli_line (model);

      g_print ("  ");
      weft_cli_print_styled (self->options, WEFT_STYLE_DIM, shown);
    }
  g_print ("\n");
}

/* What has come since the last time. A text that did not grow at its end, since calls were found in it, is printed anew. */
static void
print_tail (WeftCliDialogue *self,
            const char      *text,
            gsize           *printed,
            gboolean         dim)
{
  gsize length = strlen (text);

  if (length < *printed)
    *printed = 0;
  if (length == *printed)
    return;
  if (dim)
    weft_cli_print_styled (self->options, WEFT_STYLE_DIM, text + *printed);
  else
    g_print ("%s", text + *printed);
  *printed = length;
}

static void
print_growth (WeftCliDialogue  *self,
              WeftDialogueItem *item)
{
  if (self->open == NULL)
    {
      print_heading (self, item);
      self->open = item;
      self->printed_text = 0;
      self->printed_thinking = 0;
    }
  if (self->thinking)
    {
      print_tail (self, weft_dialogue_item_get_thinking (item), &self->printed_thinking, TRUE);
      if (self->printed_thinking > 0 && self->printed_text == 0
          && weft_dialogue_item_get_text (item)[0] != '\0')
        g_print ("\n\n");
    }
  print_tail (self, weft_dialogue_item_get_text (item), &self->printed_text, FALSE);
  fflush (stdout);
}

/* --- claims --- */

static void
print_claim (WeftCliDialogue *self,
             const char      *text,
             const WeftClaim *claim)
{
  g_autofree char *figure = g_strndup (text + claim->start, claim->end - claim->start);
  g_autofree char *line = NULL;

  switch (claim->verdict)
    {
    case WEFT_CLAIM_MATCHES:
      line = claim->evaluation > 0
               ? g_strdup_printf (_("✓ %s: evaluation %u"), figure, claim->evaluation)
               : g_strdup_printf (_("✓ %s: as given"), figure);
      break;
    case WEFT_CLAIM_CONTRADICTS:
      line = g_strdup_printf (_("× %s: not from the evaluator"), figure);
      break;
    case WEFT_CLAIM_UNKNOWN:
      line = g_strdup_printf (_("? %s: nothing to hold it to"), figure);
      break;
    }
  g_print ("  ");
  weft_cli_print_styled (self->options,
                         claim->verdict == WEFT_CLAIM_CONTRADICTS ? WEFT_STYLE_BAD : WEFT_STYLE_DIM,
                         line);
  g_print ("\n");
}

static void
print_claims (WeftCliDialogue  *self,
              WeftDialogueItem *item)
{
  const char *text = weft_dialogue_item_get_text (item);
  GPtrArray *claims = weft_dialogue_item_get_claims (item);

  for (guint i = 0; claims != NULL && i < claims->len; i++)
    {
      const WeftClaim *claim = g_ptr_array_index (claims, i);

      if (claim->verdict != WEFT_CLAIM_MATCHES && claim->end <= strlen (text))
        print_claim (self, text, claim);
    }
}

/* --- calls --- */

static void
print_ratios (WeftDialogueItem *item)
{
  GString *line = g_string_new ("  ");

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      double ratio = weft_dialogue_item_get_ratio (item, i);
      const char *bottleneck = weft_dialogue_item_get_bottleneck (item, i);

      if (isnan (ratio))
        continue;
      g_string_append_printf (line, "%s%s %.2f×", line->len > 2 ? ", " : "", weft_workload_label (i), ratio);
      if (bottleneck != NULL)
        g_string_append_printf (line, " (%s)", bottleneck);
    }
  if (line->len > 2)
    weft_cli_print_wrapped ("", "  ", line->str);
  g_string_free (line, TRUE);
}

static void
print_verdict (WeftCliDialogue  *self,
               WeftDialogueItem *item)
{
  guint evaluation = weft_dialogue_item_get_evaluation (item);
  g_autofree char *line = NULL;
  WeftStyle style = WEFT_STYLE_DIM;

  switch (weft_dialogue_item_get_verdict (item))
    {
    case WEFT_CALL_SCORED:
      line = g_strdup_printf (weft_dialogue_item_is_best (item) ? _("score %.4f, evaluation %u, the best so far")
                                                                : _("score %.4f, evaluation %u"),
                              weft_dialogue_item_get_score (item), evaluation);
      style = weft_dialogue_item_is_best (item) ? WEFT_STYLE_GOOD : WEFT_STYLE_DIM;
      break;
    case WEFT_CALL_INFEASIBLE:
      line = g_strdup_printf (_("no score, evaluation %u"), evaluation);
      style = WEFT_STYLE_WARNING;
      break;
    case WEFT_CALL_REFUSED:
      line = g_strdup (_("refused"));
      style = WEFT_STYLE_BAD;
      break;
    case WEFT_CALL_DUPLICATE:
      line = g_strdup_printf (_("the same as evaluation %u"), evaluation);
      style = WEFT_STYLE_WARNING;
      break;
    case WEFT_CALL_WAITING:
      line = g_strdup (_("not judged"));
      break;
    }
  weft_cli_print_styled (self->options, style, line);
  g_print ("\n");
}

static void
print_call (WeftCliDialogue  *self,
            WeftDialogueItem *item)
{
  GPtrArray *problems = weft_dialogue_item_get_problems (item);
  GListModel *advice = weft_dialogue_item_get_advice (item);
  guint n_advice = g_list_model_get_n_items (advice);

  weft_cli_print_styled (self->options, WEFT_STYLE_HEADING, "evaluate_design");
  g_print ("  %s  ", weft_dialogue_item_get_label (item));
  print_verdict (self, item);
  print_ratios (item);
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    weft_cli_print_wrapped ("  - ", "    ", g_ptr_array_index (problems, i));
  for (guint i = 0; i < n_advice; i++)
    {
      g_autoptr (WeftAdvice) one = g_list_model_get_item (advice, i);
      g_autofree char *text = g_strdup_printf (_("%s: %s → %s, because %s"),
                                               weft_advice_get_specialist (one),
                                               weft_advice_get_parameter (one),
                                               weft_advice_get_suggestion (one),
                                               weft_advice_get_because (one));

      weft_cli_print_wrapped ("  · ", "    ", text);
    }
}

/* --- items --- */

static void
print_item (WeftCliDialogue  *self,
            WeftDialogueItem *item)
{
  switch (weft_dialogue_item_get_kind (item))
    {
    case WEFT_DIALOGUE_TURN:
    case WEFT_DIALOGUE_USER:
      print_growth (self, item);
      g_print ("\n");
      if (weft_dialogue_item_is_abandoned (item))
        {
          weft_cli_print_styled (self->options, WEFT_STYLE_WARNING, _("(broken off)"));
          g_print ("\n");
        }
      print_claims (self, item);
      break;
    case WEFT_DIALOGUE_CALL:
      print_call (self, item);
      break;
    case WEFT_DIALOGUE_START:
    case WEFT_DIALOGUE_NOTICE:
    case WEFT_DIALOGUE_END:
      weft_cli_print_styled (self->options, WEFT_STYLE_DIM, weft_dialogue_item_get_text (item));
      g_print ("\n");
      break;
    }
  self->open = NULL;
}

/* A call waits for its advice, which comes before the next item; an answer for its end. */
static gboolean
is_settled (WeftCliDialogue  *self,
            WeftDialogueItem *item,
            gboolean          is_last)
{
  if (weft_dialogue_item_is_streaming (item))
    return FALSE;
  switch (weft_dialogue_item_get_kind (item))
    {
    case WEFT_DIALOGUE_CALL:
    case WEFT_DIALOGUE_TURN:
      return !is_last;
    case WEFT_DIALOGUE_START:
    case WEFT_DIALOGUE_USER:
    case WEFT_DIALOGUE_NOTICE:
    case WEFT_DIALOGUE_END:
      return TRUE;
    }
  return TRUE;
}

static void
print_new (WeftCliDialogue *self)
{
  GListModel *model = G_LIST_MODEL (self->dialogue);
  guint n = g_list_model_get_n_items (model);

  while (self->n_printed < n)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (model, self->n_printed);

      if (!is_settled (self, item, self->n_printed + 1 == n))
        {
          if (weft_dialogue_item_get_kind (item) == WEFT_DIALOGUE_TURN)
            print_growth (self, item);
          return;
        }
      print_item (self, item);
      self->n_printed++;
    }
}

static void
grown_cb (WeftCliDialogue *self)
{
  print_new (self);
}

static void
watch_from (WeftCliDialogue *self,
            guint            position)
{
  GListModel *model = G_LIST_MODEL (self->dialogue);

  for (guint i = position; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (model, i);

      if (weft_dialogue_item_get_kind (item) == WEFT_DIALOGUE_TURN)
        g_signal_connect_swapped (item, "notify::text", G_CALLBACK (grown_cb), self);
      if (weft_dialogue_item_get_kind (item) == WEFT_DIALOGUE_TURN && self->thinking)
        g_signal_connect_swapped (item, "notify::thinking", G_CALLBACK (grown_cb), self);
    }
}

static void
items_changed_cb (GListModel      *model,
                  guint            position,
                  guint            removed,
                  guint            added,
                  WeftCliDialogue *self)
{
  if (removed > 0 && position <= self->n_printed)
    self->open = NULL;
  watch_from (self, position);
  print_new (self);
}

WeftCliDialogue *
weft_cli_dialogue_new (const WeftCliOptions *options,
                       WeftDialogue         *dialogue,
                       gboolean              thinking)
{
  WeftCliDialogue *self = g_new0 (WeftCliDialogue, 1);

  self->options = options;
  self->dialogue = g_object_ref (dialogue);
  self->thinking = thinking;
  g_signal_connect (dialogue, "items-changed", G_CALLBACK (items_changed_cb), self);
  watch_from (self, 0);
  print_new (self);
  return self;
}

void
weft_cli_dialogue_free (WeftCliDialogue *self)
{
  GListModel *model = G_LIST_MODEL (self->dialogue);
  guint n = g_list_model_get_n_items (model);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (model, i);

      g_signal_handlers_disconnect_by_data (item, self);
      if (i >= self->n_printed)
        print_item (self, item);
    }
  g_signal_handlers_disconnect_by_data (self->dialogue, self);
  g_object_unref (self->dialogue);
  g_free (self);
}
