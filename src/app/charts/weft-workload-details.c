/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed-up and value with their provenance, placement, mapping, runner-up, time split, details. */
#include "config.h"

#include "app/charts/weft-workload-details.h"

#include <glib/gi18n.h>

#include "app/charts/weft-words.h"
#include "app/provenance/weft-number.h"
#include "app/provenance/weft-origins.h"

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 38);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
add_text (GtkWidget *box, const char *heading, const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  gtk_box_append (GTK_BOX (box), make_label (heading, "origins-heading"));
  gtk_box_append (GTK_BOX (box), make_label (text, NULL));
}

static GtkWidget *
add_line (GtkWidget *box, const char *icon, const char *label)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *words = make_label (label, NULL);

  if (icon != NULL)
    gtk_box_append (GTK_BOX (line), gtk_image_new_from_icon_name (icon));
  gtk_widget_set_hexpand (words, TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (words), 26);
  gtk_box_append (GTK_BOX (line), words);
  gtk_box_append (GTK_BOX (box), line);
  return line;
}

static void
add_split (GtkWidget *box, WeftWorkloadResult *result)
{
  gtk_box_append (GTK_BOX (box), make_label (_("Where the time goes"), "origins-heading"));
  for (guint part = 0; part < WEFT_N_PARTS; part++)
    {
      double share = weft_workload_result_get_share (result, part);
      g_autofree char *percent = NULL;
      GtkWidget *line;

      if (share <= 0)
        continue;
      percent = weft_words_for_percent (share);
      line = add_line (box, weft_part_icon_name (part), weft_time_part_label (part));
      gtk_box_append (GTK_BOX (line), make_label (percent, "numeric"));
    }
}

static void
add_number (GtkWidget *line, WeftEvaluation *evaluation, WeftWorkloadKind kind, const char *key,
            const char *caption, const char *text)
{
  GtkWidget *number = weft_number_new (caption, FALSE);
  g_autofree char *path = g_strdup_printf ("workloads/%s/%s", weft_workload_nick (kind), key);

  weft_number_set (WEFT_NUMBER (number), evaluation, path, text);
  gtk_widget_set_valign (number, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (line), number);
}

static void
add_details (GtkWidget *box, WeftEvaluation *evaluation, WeftWorkloadResult *result)
{
  GPtrArray *details = weft_workload_result_get_details (result);
  WeftWorkloadKind kind = weft_workload_result_get_kind (result);

  if (details == NULL || details->len == 0)
    return;
  gtk_box_append (GTK_BOX (box), make_label (_("Details"), "origins-heading"));
  for (guint i = 0; i < details->len; i++)
    {
      const WeftDetail *detail = g_ptr_array_index (details, i);
      g_autofree char *text = weft_quantity_format (detail->value, detail->unit);
      GtkWidget *line = add_line (box, NULL, detail->label);

      add_number (line, evaluation, kind, detail->key, detail->label, text);
    }
}

static void
add_head (GtkWidget *box, WeftEvaluation *evaluation, WeftWorkloadResult *result)
{
  WeftWorkloadKind kind = weft_workload_result_get_kind (result);
  g_autofree char *speedup = weft_words_for_speedup (result);
  g_autofree char *value = NULL;
  g_autofree char *reference = NULL;
  GtkWidget *line;

  gtk_box_append (GTK_BOX (box), make_label (weft_workload_label (kind), "title-4"));
  gtk_box_append (GTK_BOX (box), make_label (weft_workload_description (kind), "dim-label"));
  if (!weft_workload_result_is_feasible (result))
    return;
  value = weft_words_for_value (result, weft_workload_result_get_value (result));
  reference = weft_words_for_value (result, weft_workload_result_get_reference (result));
  line = add_line (box, NULL, _("Speed-up over the reference"));
  add_number (line, evaluation, kind, "speedup", _("Speed-up"), speedup);
  line = add_line (box, NULL, _("This design"));
  add_number (line, evaluation, kind, "value", weft_workload_label (kind), value);
  line = add_line (box, NULL, _("Reference"));
  gtk_box_append (GTK_BOX (line), make_label (reference, "plain-number"));
}

GtkWidget *
weft_workload_details_new (WeftEvaluation *evaluation, guint kind)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  g_return_val_if_fail (result != NULL, box);

  gtk_widget_add_css_class (box, "origins");
  add_head (box, evaluation, result);
  if (!weft_workload_result_is_feasible (result))
    {
      add_text (box, _("Not feasible"), weft_workload_result_get_reason (result));
      return weft_popover_scroller (box);
    }
  add_text (box, _("Placement"), weft_workload_result_get_placement (result));
  add_text (box, _("Mapping"), weft_workload_result_get_mapping (result));
  add_text (box, _("Runner-up"), weft_workload_result_get_runner_up (result));
  add_split (box, result);
  add_details (box, evaluation, result);
  return weft_popover_scroller (box);
}
