/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card writes to the session's history and reads the partition's properties back, so that
 * undo, reload and other pages move it the same way as a person does. */
#include "config.h"

#include "app/compose/weft-partition-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/compose/weft-field-row.h"
#include "app/compose/weft-part-chooser.h"
#include "app/compose/weft-partition-facts.h"
#include "app/compose/weft-percent-spin.h"
#include "app/compose/weft-scroll-to.h"

/* The rows, by the member of the document that each one changes. */
typedef enum
{
  FIELD_CHIP,
  FIELD_ROLE,
  FIELD_SHARE,
  FIELD_SCALEUP,
  FIELD_SCALEOUT,
  N_FIELDS,
} Field;

static const char *const members[N_FIELDS] = { "chip", "role", "power_frac", "scaleup",
                                               "scaleout" };

struct _WeftPartitionCard
{
  GtkWidget parent_instance;

  GtkWidget *card;
  GtkEditableLabel *name;
  GtkLabel *problem;
  WeftPartitionFacts *facts;
  WeftFieldRow *chip_row, *role_row, *share_row, *scaleup_row, *scaleout_row;
  WeftPartChooser *chip, *role, *scaleup, *scaleout;
  GtkListBoxRow *share_message;
  GtkScale *scale;
  GtkSpinButton *spin;
  GtkAdjustment *share;

  WeftSession *session;
  WeftPartition *partition;
  guint index;
  gboolean showing; /* widgets are being set from the document */
};

G_DEFINE_FINAL_TYPE (WeftPartitionCard, weft_partition_card, GTK_TYPE_WIDGET)

static WeftFieldRow *
get_row (WeftPartitionCard *self, Field field)
{
  WeftFieldRow *const rows[N_FIELDS] = { self->chip_row, self->role_row, self->share_row,
                                         self->scaleup_row, self->scaleout_row };

  return rows[field];
}

static GtkWidget *
get_control (WeftPartitionCard *self, Field field)
{
  GtkWidget *const controls[N_FIELDS] = { GTK_WIDGET (self->chip), GTK_WIDGET (self->role),
                                          GTK_WIDGET (self->spin), GTK_WIDGET (self->scaleup),
                                          GTK_WIDGET (self->scaleout) };

  return controls[field];
}

static char *
make_path (WeftPartitionCard *self, const char *member)
{
  return g_strdup_printf ("/partitions/%u/%s", self->index, member);
}

static void
set_text (WeftPartitionCard *self, const char *member, const char *text)
{
  g_autofree char *path = make_path (self, member);

  weft_session_set_text (self->session, path, text, FALSE);
}

static void
chip_chosen_cb (WeftPartitionCard *self, const char *id)
{
  set_text (self, "chip", id);
}

static void
role_chosen_cb (WeftPartitionCard *self, const char *id)
{
  set_text (self, "role", id);
}

static void
scaleup_chosen_cb (WeftPartitionCard *self, const char *id)
{
  set_text (self, "scaleup", id);
}

static void
scaleout_chosen_cb (WeftPartitionCard *self, const char *id)
{
  set_text (self, "scaleout", id);
}

/* A drag of the slider is one step: its edits merge until the button is let go. */
static void
share_changed_cb (WeftPartitionCard *self)
{
  g_autofree char *path = NULL;

  if (self->showing)
    return;
  path = make_path (self, "power_frac");
  /* Hundredths of a percent, so that the file gets the decimal that the field shows. */
  weft_session_set_number (self->session, path,
                           round (gtk_adjustment_get_value (self->share) * 100) / 1e4, TRUE);
}

static void
share_left_cb (WeftPartitionCard *self)
{
  weft_history_barrier (weft_session_get_history (self->session));
}

static gboolean
share_event_cb (GtkEventControllerLegacy *controller, GdkEvent *event, WeftPartitionCard *self)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL)
    share_left_cb (self);
  return GDK_EVENT_PROPAGATE;
}

static void
name_edited_cb (WeftPartitionCard *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->name));
  const char *name = weft_partition_get_name (self->partition);
  g_autofree char *usual = g_strdup_printf (_("Partition %u"), self->index + 1);

  if (self->showing || gtk_editable_label_get_editing (self->name))
    return;
  if (g_str_equal (text, name != NULL ? name : usual))
    return;
  set_text (self, "name", text);
}

static void
show_name (WeftPartitionCard *self)
{
  const char *name = weft_partition_get_name (self->partition);
  g_autofree char *usual = g_strdup_printf (_("Partition %u"), self->index + 1);

  gtk_editable_set_text (GTK_EDITABLE (self->name), name != NULL ? name : usual);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->card), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name != NULL ? name : usual, -1);
}

static void
show_choice (WeftFieldRow *row, WeftPartChooser *chooser, GListModel *parts, guint position)
{
  WeftPart *part;

  weft_part_chooser_set_parts (chooser, parts, position);
  part = weft_part_chooser_get_part (chooser);
  weft_field_row_set_words (row, part == NULL ? NULL : weft_part_get_words (part));
  g_object_unref (parts);
}

static void
show_choices (WeftPartitionCard *self)
{
  WeftInventory *inventory = weft_session_get_inventory (self->session);
  const char *chip = weft_partition_get_chip (self->partition);
  GListModel *parts;
  guint at;

  parts = weft_part_list_roles (weft_partition_get_role (self->partition), &at);
  weft_part_chooser_set_parts (self->role, parts, at);
  g_object_unref (parts);
  if (inventory == NULL)
    return;
  parts = weft_part_list_chips (inventory, chip, &at);
  show_choice (self->chip_row, self->chip, parts, at);
  /* Its figures stand above already. */
  if (weft_inventory_find_chip (inventory, chip) != NULL)
    weft_field_row_set_words (self->chip_row, weft_inventory_find_chip (inventory, chip)->name);
  parts = weft_part_list_scaleups (inventory, chip, weft_partition_get_scaleup (self->partition),
                                   &at);
  show_choice (self->scaleup_row, self->scaleup, parts, at);
  parts = weft_part_list_scaleouts (inventory, chip,
                                    weft_partition_get_scaleout (self->partition), &at);
  show_choice (self->scaleout_row, self->scaleout, parts, at);
}

static void
partition_notify_cb (WeftPartitionCard *self)
{
  weft_partition_card_show_parts (self);
}

static void
remove_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPartitionCard *self = WEFT_PARTITION_CARD (widget);

  gtk_widget_activate_action (widget, "compose.remove-partition", "u", self->index);
}

static void
duplicate_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPartitionCard *self = WEFT_PARTITION_CARD (widget);

  weft_session_duplicate_partition (self->session, self->index);
}

static void
move_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPartitionCard *self = WEFT_PARTITION_CARD (widget);
  guint to = g_str_equal (name, "partition.move-up") ? self->index - 1 : self->index + 1;

  weft_session_move_partition (self->session, self->index, to);
}

static void
rename_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_editable_label_start_editing (WEFT_PARTITION_CARD (widget)->name);
}

static void
weft_partition_card_dispose (GObject *object)
{
  WeftPartitionCard *self = WEFT_PARTITION_CARD (object);

  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_object (&self->partition);
  G_OBJECT_CLASS (weft_partition_card_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, card);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, name);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, problem);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, facts);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, chip_row);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, role_row);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, share_row);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, scaleup_row);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, scaleout_row);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, chip);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, role);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, scaleup);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, scaleout);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, scale);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, share_message);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, spin);
  gtk_widget_class_bind_template_child (widget_class, WeftPartitionCard, share);
  gtk_widget_class_bind_template_callback (widget_class, chip_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, role_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, scaleup_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, scaleout_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, share_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, share_left_cb);
  gtk_widget_class_bind_template_callback (widget_class, share_event_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_edited_cb);
}

static void
weft_partition_card_class_init (WeftPartitionCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_partition_card_dispose;
  g_type_ensure (WEFT_TYPE_FIELD_ROW);
  g_type_ensure (WEFT_TYPE_PART_CHOOSER);
  g_type_ensure (WEFT_TYPE_PARTITION_FACTS);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "partitioncard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "partition.remove", NULL, remove_action_cb);
  gtk_widget_class_install_action (widget_class, "partition.duplicate", NULL,
                                   duplicate_action_cb);
  gtk_widget_class_install_action (widget_class, "partition.move-up", NULL, move_action_cb);
  gtk_widget_class_install_action (widget_class, "partition.move-down", NULL, move_action_cb);
  gtk_widget_class_install_action (widget_class, "partition.rename", NULL, rename_action_cb);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-partition-card.ui");
  bind_children (widget_class);
}

static void
weft_partition_card_init (WeftPartitionCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_editable_set_enable_undo (GTK_EDITABLE (self->name), FALSE);
  weft_percent_spin_init (self->spin);
  weft_field_row_set_below (self->share_row, self->share_message);
  weft_field_row_set_tip (self->share_row, _("Share of the budget"));
  weft_part_chooser_set_label (self->chip, _("Chip"));
  weft_part_chooser_set_label (self->role, _("Role"));
  weft_part_chooser_set_label (self->scaleup, _("Scale-up fabric"));
  weft_part_chooser_set_label (self->scaleout, _("Scale-out fabric"));
}

GtkWidget *
weft_partition_card_new (WeftSession *session, WeftPartition *partition)
{
  WeftPartitionCard *self = g_object_new (WEFT_TYPE_PARTITION_CARD, NULL);

  self->session = g_object_ref (session);
  self->partition = g_object_ref (partition);
  g_signal_connect_object (partition, "notify", G_CALLBACK (partition_notify_cb), self,
                           G_CONNECT_SWAPPED);
  weft_partition_card_show_parts (self);
  return GTK_WIDGET (self);
}

/* Where the partition stands in the design. */
void
weft_partition_card_set_index (WeftPartitionCard *self, guint index, guint n_partitions)
{
  g_return_if_fail (WEFT_IS_PARTITION_CARD (self));

  self->index = index;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "partition.move-up", index > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "partition.move-down",
                                 index + 1 < n_partitions);
  self->showing = TRUE;
  show_name (self);
  self->showing = FALSE;
}

/* Takes what the document says over into the fields that are typed in, whose text may be another
 * one without any change of this partition. */
void
weft_partition_card_show_typed (WeftPartitionCard *self)
{
  g_return_if_fail (WEFT_IS_PARTITION_CARD (self));

  self->showing = TRUE;
  if (gtk_editable_label_get_editing (self->name))
    gtk_editable_label_stop_editing (self->name, FALSE);
  show_name (self);
  weft_percent_spin_show (self->spin, weft_partition_get_power_frac (self->partition) * 100);
  self->showing = FALSE;
}

/* Takes what the document says over into the controls. */
void
weft_partition_card_show_parts (WeftPartitionCard *self)
{
  g_return_if_fail (WEFT_IS_PARTITION_CARD (self));

  show_choices (self);
  weft_partition_card_show_typed (self);
}

/* @evaluation is nullable: then nothing is known yet. */
void
weft_partition_card_show_evaluation (WeftPartitionCard *self, WeftEvaluation *evaluation)
{
  g_return_if_fail (WEFT_IS_PARTITION_CARD (self));

  weft_partition_facts_show (self->facts, evaluation, self->index);
}

/* The part of a violation's pointer that lies inside this partition; NULL when it is elsewhere. */
static const char *
find_member (WeftPartitionCard *self, WeftViolation *violation)
{
  g_autofree char *prefix = g_strdup_printf ("/partitions/%u", self->index);
  const char *path = weft_violation_get_path (violation);

  if (!g_str_has_prefix (path, prefix))
    return NULL;
  path += strlen (prefix);
  if (*path == '\0')
    return path;
  return *path == '/' ? path + 1 : NULL;
}

static int
find_field (const char *member)
{
  for (int i = 0; i < N_FIELDS; i++)
    if (g_str_equal (members[i], member))
      return i;
  return -1;
}

/* Marks the rows that @violations (of WeftViolation) concern; the rest goes below the title. */
void
weft_partition_card_show_violations (WeftPartitionCard *self, GListModel *violations)
{
  g_autoptr (GString) rest = g_string_new (NULL);

  g_return_if_fail (WEFT_IS_PARTITION_CARD (self));

  for (Field field = 0; field < N_FIELDS; field++)
    weft_field_row_set_problem (get_row (self, field), NULL);
  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);
      const char *member = find_member (self, violation);
      int field = member == NULL ? -1 : find_field (member);

      if (field >= 0)
        weft_field_row_set_problem (get_row (self, (Field) field), violation);
      else if (member != NULL)
        g_string_append_printf (rest, "%s%s", rest->len > 0 ? "\n" : "",
                                weft_violation_get_message (violation));
    }
  gtk_label_set_text (self->problem, rest->str);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), rest->len > 0);
}

/* Gives the keyboard to a member's control ("chip", "name", "" for the card) and lights it up. */
gboolean
weft_partition_card_focus_field (WeftPartitionCard *self, const char *member)
{
  int field;

  g_return_val_if_fail (WEFT_IS_PARTITION_CARD (self) && member != NULL, FALSE);

  field = find_field (member);
  if (field >= 0)
    {
      weft_field_row_reveal (get_row (self, (Field) field), get_control (self, (Field) field));
      return TRUE;
    }
  if (g_str_equal (member, "name"))
    gtk_editable_label_start_editing (self->name);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->chip));
  weft_flash (self->card);
  weft_scroll_to (self->card);
  return TRUE;
}

/* (nullable) (transfer none): the control that changes a member. */
GtkWidget *
weft_partition_card_get_control (WeftPartitionCard *self, const char *member)
{
  int field;

  g_return_val_if_fail (WEFT_IS_PARTITION_CARD (self) && member != NULL, NULL);

  field = find_field (member);
  return field < 0 ? NULL : get_control (self, (Field) field);
}
