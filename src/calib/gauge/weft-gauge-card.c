/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model card: what the profile is for, how far off it is, and where its constants come from. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "calib/gauge/weft-gauge-card-private.h"

static const char *
profile_text (const WeftGauge *self, const char *member)
{
  JsonNode *node = json_object_get_member (json_node_get_object (self->profile), member);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : "";
}

static void
add_purpose (GString *card, const WeftGauge *self)
{
  g_string_append_printf (card, _("# Model card of the profile “%s”\n\n"), profile_text (self, "name"));
  g_string_append_printf (card, "%s\n\n", profile_text (self, "description"));
  g_string_append (card, _("`weft calibrate evaluator` fits its constants to published measurements and "
                           "writes this card with them. A result of the evaluator is as good as the rows "
                           "here that are like it: same kind of work, chip, scale, software.\n"));
}

static void
add_method (GString *card, const WeftGauge *self)
{
  g_string_append_printf (card, "\n## %s\n\n", _("How errors were found"));
  g_string_append (card, _("An error is |predicted / measured − 1|. **Mean error**, median, 90 % and "
                           "greatest are of rows held out: sources are dealt into folds, and each fold is "
                           "predicted by a fit to the others, so that no row is predicted by a fit that "
                           "has seen another figure of the same publication; releases of one document are "
                           "one source. **Repository held out** is stricter: the fit has seen nothing of "
                           "the whole repository. **In sample** is the shipped profile on the rows that it "
                           "was fitted to. What one domain takes from another, such as kernels for "
                           "training, was fitted to other rows.\n\n"));
  g_string_append (card, _("**One constant** is the model that everything must beat: it has one efficiency "
                           "for each set, the median of these very rows, so it has seen the answers. "
                           "**Skill** is the share of its mean error that is gone. **Bias** is the median "
                           "of predicted / measured − 1. **Residual** of a constant is the root mean "
                           "square of ln (predicted / measured) over the rows that it moves, in sample; "
                           "**In the folds** is the range of its values without each of the folds.\n\n"));
  g_string_append (card, _("**By a start** counts rows whose held-out prediction rests on a constant that no "
                           "other row bears on, so on the value from which its fit starts. Who chose that value "
                           "may have known such rows, so these are held out less strictly than others.\n\n"));
  g_string_append (card, _("**Within 90 % interval** is the share of held-out rows whose measured value lies in the "
                           "interval that results show, which comes from the spread of such rows of the same kind "
                           "and chip.\n\n"));
  g_string_append (card, _("The fit minimises Huber’s loss of ln (predicted / measured); a set weighs as "
                           "the root of its number of rows.\n"));
}

static void
add_data (GString *card, const WeftGauge *self)
{
  g_string_append_printf (card, "\n## %s\n\n", _("Data"));
  g_string_append_printf (card, _("%u rows of tables.\n\n"), self->n_rows);
  weft_card_head (card, _("Domain"), _(">Rows"), _(">Sources"), _(">Folds"), _(">Constants"), _(">Not read"),
                  _(">Within 90 % interval"), NULL);
  for (guint i = 0; i < self->parts->len; i++)
    {
      const WeftGaugePart *part = self->parts->pdata[i];
      g_autofree char *rows = g_strdup_printf ("%u", part->cases->len);
      g_autofree char *sources = g_strdup_printf ("%u", part->n_sources);
      g_autofree char *folds = part->n_folds > 0 ? g_strdup_printf ("%u", part->n_folds) : g_strdup ("–");
      g_autofree char *constants = g_strdup_printf ("%u", part->parameters->len);
      g_autofree char *skipped = g_strdup_printf ("%u", part->skipped->len);
      g_autofree char *inside = weft_card_share (weft_gauge_coverage (part));

      weft_card_row (card, _(part->domain->label), rows, sources, folds, constants, skipped, inside, NULL);
    }
}

/* --- lines --- */

static char *
say_bound (const WeftGaugeLine *line)
{
  g_autofree char *most = weft_gauge_line_say (line, line->at_most);
  g_autofree char *least = weft_gauge_line_say (line, line->at_least);

  if (isnan (line->at_least))
    return g_strdup_printf ("≤ %s", most);
  if (isnan (line->at_most))
    return g_strdup_printf ("≥ %s", least);
  return g_strdup_printf ("%s … %s", least, most);
}

static void
add_line (GString *card, const WeftGaugeLine *line)
{
  g_autofree char *rows = g_strdup_printf ("%u", line->n);
  g_autofree char *bound = say_bound (line);
  g_autofree char *value = line->n > 0 ? weft_gauge_line_say (line, line->value) : g_strdup ("–");
  g_autofree char *verdict = weft_gauge_line_verdict (line);

  weft_card_row (card, line->label, weft_gauge_line_measure (line), rows, bound, value, verdict,
                 line->peer != NULL ? line->peer : "–", NULL);
}

static void
add_missed (GString *card, const WeftGaugeLine *line)
{
  g_autofree char *value = weft_gauge_line_say (line, line->value);

  g_string_append_printf (card, "- %s, %s %s", line->label, weft_gauge_line_measure (line), value);
  for (guint i = 0; i < line->farthest->len; i++)
    g_string_append_printf (card, "%s%s", i > 0 ? ", " : _("; farthest off: "),
                            (const char *) line->farthest->pdata[i]);
  g_string_append_printf (card, ".%s%s\n", line->why != NULL ? " " : "", line->why != NULL ? line->why : "");
}

static void
add_all_missed (GString *card, const WeftGauge *self)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < self->lines->len; i++)
    {
      const WeftGaugeLine *line = self->lines->pdata[i];

      if (line->n == 0 || line->is_met)
        continue;
      if (is_first)
        g_string_append_printf (card, "\n%s\n\n", _("What is missed:"));
      add_missed (card, line);
      is_first = FALSE;
    }
}

static void
add_lines (GString *card, const WeftGauge *self)
{
  if (self->lines->len == 0)
    return;
  g_string_append_printf (card, "\n## %s\n\n", _("Lines to reach"));
  weft_card_head (card, _("What"), _("Measure"), _(">Rows"), _("Line"), _(">Reached"), _("Verdict"), _("Others reach"),
                  NULL);
  for (guint i = 0; i < self->lines->len; i++)
    add_line (card, self->lines->pdata[i]);
  add_all_missed (card, self);
}

/* --- the rest --- */

static void
add_list (GString *card, const char *title, const char *words, GPtrArray *items)
{
  if (items->len == 0)
    return;
  g_string_append_printf (card, "\n## %s\n\n%s\n\n", title, words);
  for (guint i = 0; i < items->len; i++)
    g_string_append_printf (card, "- %s\n", (const char *) items->pdata[i]);
}

char *
weft_gauge_to_card (const WeftGauge *self)
{
  GString *card = g_string_new (NULL);

  add_purpose (card, self);
  add_lines (card, self);
  add_data (card, self);
  add_method (card, self);
  for (guint i = 0; i < self->parts->len; i++)
    weft_card_part (card, self, self->parts->pdata[i]);
  add_list (card, _("Rows that no part of the model reads"), _("They are shipped and not used:"), self->unused);
  add_list (card, _("Constants fitted to other rows"),
            _("These rows do not bear on them, so the profile keeps what it had:"), self->kept);
  return g_string_free (card, FALSE);
}
