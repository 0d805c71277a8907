/* SPDX-License-Identifier: GPL-3.0-or-later */
/* It asks by itself the first time that it is seen; later it says that the answer is of an older design. */
#include "config.h"

#include "app/workloads/weft-plans-view.h"

#include <glib/gi18n.h>

#include "app/charts/weft-table-view.h"
#include "draw/workload/weft-mapping-table.h"

struct _WeftPlansView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkSwitch *use_all;
  GtkSpinner *spinner;
  GtkLabel *heading;
  GtkLabel *words;
  GtkWidget *look_button;
  GtkWidget *take_button;
  WeftTableView *table;
  GtkLabel *notes;

  WeftLlmAdvice *advice;
  GPtrArray *shown; /* (nullable): what the table is made of */
};

G_DEFINE_FINAL_TYPE (WeftPlansView, weft_plans_view, GTK_TYPE_WIDGET)

static guint taken_signal;

/* (nullable): the one that is chosen in the table. */
static const WeftLlmPlan *
find_chosen (WeftPlansView *self, guint *index)
{
  GPtrArray *plans = weft_llm_advice_get_plans (self->advice);

  *index = weft_table_view_get_chosen (self->table);
  return plans != NULL && *index < plans->len ? plans->pdata[*index] : NULL;
}

static void
take (WeftPlansView *self)
{
  guint index;
  const WeftLlmPlan *plan = find_chosen (self, &index);

  if (plan == NULL || !plan->fits)
    return;
  weft_llm_advice_take (self->advice, index);
  g_signal_emit (self, taken_signal, 0);
}

static void
take_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  take (WEFT_PLANS_VIEW (widget));
}

static void
look_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlansView *self = WEFT_PLANS_VIEW (widget);

  weft_llm_advice_start (self->advice, gtk_switch_get_active (self->use_all));
}

static void
use_all_cb (WeftPlansView *self)
{
  if (self->advice != NULL)
    weft_llm_advice_start (self->advice, gtk_switch_get_active (self->use_all));
}

/* Why the chosen plan is chosen, or is not. */
static void
show_words (WeftPlansView *self)
{
  guint index;
  const WeftLlmPlan *plan = find_chosen (self, &index);
  const char *words = plan != NULL ? plan->why : weft_llm_advice_get_message (self->advice);
  g_autofree char *head = NULL;

  if (weft_llm_advice_is_busy (self->advice))
    words = _("Comparing plans…");
  else if (plan != NULL)
    /* Translators: degrees of tensor, pipeline and data parallelism of a plan */
    head = g_strdup_printf (_("TP %u · PP %u · DP %u"), plan->tp, plan->pp, plan->dp);
  gtk_label_set_text (self->heading, head != NULL ? head : "");
  gtk_widget_set_visible (GTK_WIDGET (self->heading), head != NULL);
  gtk_label_set_text (self->words, words != NULL ? words : "");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "plans.take", plan != NULL && plan->fits);
}

static void
show_table (WeftPlansView *self, GPtrArray *plans)
{
  GPtrArray *notes = weft_llm_advice_get_notes (self->advice);
  g_autoptr (GString) text = g_string_new (NULL);

  if (plans == self->shown)
    return;
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  self->shown = plans != NULL ? g_ptr_array_ref (plans) : NULL;
  weft_table_view_set_table (self->table, plans != NULL ? weft_table_llm_plans (plans) : NULL);
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (const char *) notes->pdata[i]);
  gtk_label_set_text (self->notes, text->str);
}

static void
weft_plans_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_plans_view_parent_class)->map (widget);
  weft_plans_view_update (WEFT_PLANS_VIEW (widget));
}

static void
weft_plans_view_dispose (GObject *object)
{
  WeftPlansView *self = WEFT_PLANS_VIEW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_object (&self->advice);
  G_OBJECT_CLASS (weft_plans_view_parent_class)->dispose (object);
}

static void
weft_plans_view_class_init (WeftPlansViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_plans_view_dispose;
  widget_class->map = weft_plans_view_map;
  taken_signal = g_signal_new ("taken", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               0);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  gtk_widget_class_install_action (widget_class, "plans.take", NULL, take_cb);
  gtk_widget_class_install_action (widget_class, "plans.look", NULL, look_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "plansview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-plans-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, use_all);
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, spinner);
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, heading);
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, words);
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, look_button);
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, take_button);
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, table);
  gtk_widget_class_bind_template_child (widget_class, WeftPlansView, notes);
  gtk_widget_class_bind_template_callback (widget_class, take);
  gtk_widget_class_bind_template_callback (widget_class, show_words);
  gtk_widget_class_bind_template_callback (widget_class, use_all_cb);
}

static void
weft_plans_view_init (WeftPlansView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->table, _("Parallel plans"));
}

void
weft_plans_view_bind (WeftPlansView *self, WeftLlmAdvice *advice)
{
  g_return_if_fail (WEFT_IS_PLANS_VIEW (self) && WEFT_IS_LLM_ADVICE (advice));

  g_set_object (&self->advice, advice);
  g_signal_connect_object (advice, "changed", G_CALLBACK (weft_plans_view_update), self, G_CONNECT_SWAPPED);
}

void
weft_plans_view_update (WeftPlansView *self)
{
  GPtrArray *plans;
  gboolean busy;

  g_return_if_fail (WEFT_IS_PLANS_VIEW (self));

  if (self->advice == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) || !weft_llm_advice_applies (self->advice))
    return;
  plans = weft_llm_advice_get_plans (self->advice);
  if (plans == NULL && weft_llm_advice_get_message (self->advice) == NULL && !weft_llm_advice_is_busy (self->advice))
    {
      weft_llm_advice_start (self->advice, gtk_switch_get_active (self->use_all));
      return;
    }
  busy = weft_llm_advice_is_busy (self->advice);
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_widget_set_visible (self->look_button, !busy && weft_llm_advice_is_dated (self->advice));
  gtk_widget_set_visible (self->take_button, plans != NULL && !busy);
  gtk_widget_set_visible (GTK_WIDGET (self->table), plans != NULL);
  show_table (self, plans);
  show_words (self);
}
