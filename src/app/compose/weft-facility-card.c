/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The amount is typed as people write it ("1 MW", "300kW", "50 M$"); what is no amount is refused
 * in the row, and the design stays as it was. */
#include "config.h"

#include "app/compose/weft-facility-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/compose/weft-field-row.h"
#include "app/compose/weft-part-chooser.h"
#include "base/weft-quantity.h"

struct _WeftFacilityCard
{
  GtkWidget parent_instance;

  GtkWidget *list;
  WeftFieldRow *name_row, *budget_row, *profile_row;
  GtkEditable *name;
  GtkDropDown *kind;
  GtkEditable *amount;
  WeftPartChooser *profile;

  WeftSession *session;
  gboolean showing;
  gboolean typed; /* the amount has been edited since it was shown */
};

G_DEFINE_FINAL_TYPE (WeftFacilityCard, weft_facility_card, GTK_TYPE_WIDGET)

/* Positions in the kind's list. */
enum
{
  KIND_POWER,
  KIND_COST,
};

static gboolean
is_cost (WeftFacilityCard *self)
{
  return gtk_drop_down_get_selected (self->kind) == KIND_COST;
}

/* The document's amount, else the one that the profile gives. */
static double
find_amount (WeftFacilityCard *self, gboolean *cost)
{
  double amount = NAN;
  WeftBudget budget = weft_design_get_budget (weft_session_get_design (self->session), &amount);
  WeftInventory *inventory = weft_session_get_inventory (self->session);

  *cost = budget == WEFT_BUDGET_COST;
  if (budget == WEFT_BUDGET_DEFAULT && inventory != NULL)
    weft_profile_get_number (weft_inventory_get_profile (inventory), "default_power_w", &amount,
                             NULL);
  return amount;
}

static void
show_amount (WeftFacilityCard *self)
{
  gboolean cost;
  double amount = find_amount (self, &cost);
  g_autofree char *text = weft_quantity_format (amount, cost ? WEFT_UNIT_USD : WEFT_UNIT_W);
  gboolean usual = weft_design_get_budget (weft_session_get_design (self->session), NULL)
                   == WEFT_BUDGET_DEFAULT;

  gtk_drop_down_set_selected (self->kind, cost ? KIND_COST : KIND_POWER);
  gtk_editable_set_text (self->amount, isnan (amount) ? "" : text);
  weft_field_row_set_words (self->budget_row, usual ? _("The profile’s usual budget") : NULL);
  weft_field_row_set_refusal (self->budget_row, NULL);
  self->typed = FALSE;
}

static void
store_amount (WeftFacilityCard *self)
{
  const char *text = gtk_editable_get_text (self->amount);
  WeftUnit unit = is_cost (self) ? WEFT_UNIT_USD : WEFT_UNIT_W;
  g_autoptr (GError) error = NULL;
  double amount;

  if (!self->typed)
    return;
  if (!weft_quantity_parse (text, unit, &amount, &error))
    {
      weft_field_row_set_refusal (self->budget_row, error->message);
      gtk_widget_add_css_class (GTK_WIDGET (self->amount), "error");
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (self->amount), "error");
  weft_session_set_number (self->session,
                           is_cost (self) ? "/facility/cost_usd" : "/facility/power_w", amount,
                           FALSE);
  self->showing = TRUE;
  show_amount (self);
  self->showing = FALSE;
}

static void
amount_changed_cb (WeftFacilityCard *self)
{
  if (!self->showing)
    self->typed = TRUE;
}

static void
amount_done_cb (WeftFacilityCard *self)
{
  store_amount (self);
}

/* A power cannot become a cost by itself: the other kind starts with what the design costs or
 * takes now. */
static void
kind_changed_cb (WeftFacilityCard *self)
{
  WeftEvaluation *evaluation;
  double amount;

  if (self->showing || self->session == NULL)
    return;
  evaluation = weft_session_get_evaluation (self->session);
  if (evaluation == NULL)
    amount = NAN;
  else if (is_cost (self))
    amount = weft_evaluation_get_cost_usd (evaluation);
  else
    amount = weft_evaluation_get_power_w (evaluation);
  if (isnan (amount) || amount <= 0)
    {
      gtk_editable_set_text (self->amount, "");
      gtk_widget_grab_focus (GTK_WIDGET (self->amount));
      return;
    }
  weft_session_set_number (self->session,
                           is_cost (self) ? "/facility/cost_usd" : "/facility/power_w", amount,
                           FALSE);
}

static void
name_changed_cb (WeftFacilityCard *self)
{
  if (!self->showing)
    weft_session_set_text (self->session, "/name", gtk_editable_get_text (self->name), TRUE);
}

static void
name_done_cb (WeftFacilityCard *self)
{
  if (self->session != NULL)
    weft_history_barrier (weft_session_get_history (self->session));
}

static void
profile_chosen_cb (WeftFacilityCard *self, const char *id)
{
  weft_session_set_text (self->session, "/profile", id, FALSE);
}

static void
weft_facility_card_dispose (GObject *object)
{
  WeftFacilityCard *self = WEFT_FACILITY_CARD (object);

  self->showing = TRUE;
  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_facility_card_parent_class)->dispose (object);
}

static void
weft_facility_card_class_init (WeftFacilityCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_facility_card_dispose;
  g_type_ensure (WEFT_TYPE_FIELD_ROW);
  g_type_ensure (WEFT_TYPE_PART_CHOOSER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "facilitycard");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-facility-card.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, list);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, name_row);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, budget_row);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, profile_row);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, name);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, kind);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, amount);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, profile);
  gtk_widget_class_bind_template_callback (widget_class, name_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_done_cb);
  gtk_widget_class_bind_template_callback (widget_class, kind_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, amount_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, amount_done_cb);
  gtk_widget_class_bind_template_callback (widget_class, profile_chosen_cb);
}

static void
weft_facility_card_init (WeftFacilityCard *self)
{
  self->showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_part_chooser_set_label (self->profile, _("Profile"));
  self->showing = FALSE;
}

void
weft_facility_card_bind (WeftFacilityCard *self, WeftSession *session)
{
  g_return_if_fail (WEFT_IS_FACILITY_CARD (self) && WEFT_IS_SESSION (session));

  g_set_object (&self->session, session);
  weft_facility_card_show (self);
}

/* Takes what the document says over into the controls; what is being typed stays. */
void
weft_facility_card_show (WeftFacilityCard *self)
{
  WeftDesign *design;
  WeftEvaluator *evaluator;

  g_return_if_fail (WEFT_IS_FACILITY_CARD (self) && self->session != NULL);

  design = weft_session_get_design (self->session);
  evaluator = weft_engine_get_evaluator (weft_session_get_engine (self->session));
  self->showing = TRUE;
  if (g_strcmp0 (gtk_editable_get_text (self->name), weft_design_get_name (design)) != 0)
    gtk_editable_set_text (self->name, weft_design_get_name (design));
  if (!self->typed)
    show_amount (self);
  if (evaluator != NULL)
    {
      guint at;
      g_autoptr (GListModel) profiles = weft_part_list_profiles (
        weft_evaluator_get_catalog (evaluator), weft_design_get_profile (design), &at);

      weft_part_chooser_set_parts (self->profile, profiles, at);
    }
  self->showing = FALSE;
}

static WeftFieldRow *
find_row (WeftFacilityCard *self, const char *pointer)
{
  if (g_str_equal (pointer, "/name"))
    return self->name_row;
  if (g_str_has_prefix (pointer, "/facility"))
    return self->budget_row;
  if (g_str_equal (pointer, "/profile"))
    return self->profile_row;
  return NULL;
}

void
weft_facility_card_show_violations (WeftFacilityCard *self, GListModel *violations)
{
  g_return_if_fail (WEFT_IS_FACILITY_CARD (self));

  weft_field_row_set_problem (self->name_row, NULL);
  weft_field_row_set_problem (self->budget_row, NULL);
  weft_field_row_set_problem (self->profile_row, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);
      WeftFieldRow *row = find_row (self, weft_violation_get_path (violation));

      if (row != NULL)
        weft_field_row_set_problem (row, violation);
    }
}

/* FALSE when @pointer belongs to none of these rows. */
gboolean
weft_facility_card_focus_field (WeftFacilityCard *self, const char *pointer)
{
  WeftFieldRow *row;

  g_return_val_if_fail (WEFT_IS_FACILITY_CARD (self) && pointer != NULL, FALSE);

  row = find_row (self, pointer);
  if (row == NULL)
    return FALSE;
  weft_field_row_reveal (row, row == self->name_row     ? GTK_WIDGET (self->name)
                              : row == self->budget_row ? GTK_WIDGET (self->amount)
                                                        : GTK_WIDGET (self->profile));
  return TRUE;
}

GtkWidget *
weft_facility_card_get_amount (WeftFacilityCard *self)
{
  g_return_val_if_fail (WEFT_IS_FACILITY_CARD (self), NULL);

  return GTK_WIDGET (self->amount);
}
