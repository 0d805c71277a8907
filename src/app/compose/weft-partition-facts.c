/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A grid of captioned numbers that wraps; each number opens its provenance. */
#include "config.h"

#include "app/compose/weft-partition-facts.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/provenance/weft-number.h"

typedef enum
{
  FACT_COUNT,
  FACT_POWER,
  FACT_COST,
  FACT_CHIP_POWER,
  FACT_BF16,
  FACT_MEMORY,
  FACT_BANDWIDTH,
  N_FACTS,
} Fact;

static const struct
{
  const char *caption;
  const char *key; /* below partitions/N/ */
} facts[N_FACTS] = {
  [FACT_COUNT] = { N_("Chips"), "count" },
  [FACT_POWER] = { N_("Power"), "power_w" },
  [FACT_COST] = { N_("Cost"), "cost_usd" },
  [FACT_CHIP_POWER] = { N_("Power per chip"), "chip_w" },
  [FACT_BF16] = { N_("BF16 peak"), "bf16_tflops" },
  [FACT_MEMORY] = { N_("Memory"), "mem_usable_gb" },
  [FACT_BANDWIDTH] = { N_("Bandwidth"), "mem_bw_gbs" },
};

struct _WeftPartitionFacts
{
  GtkWidget parent_instance;

  GtkWidget *flow;
  WeftNumber *numbers[N_FACTS];
  gboolean known; /* there have been figures */
};

G_DEFINE_FINAL_TYPE (WeftPartitionFacts, weft_partition_facts, GTK_TYPE_WIDGET)

/* From FACT_BF16 on the figures are the chip's own, as its record says them. */
#define FIRST_CHIP_FACT FACT_BF16
#define FACTS_A_LINE 4

/* (nullable): NULL when the record does not have the value. */
static char *
read_chip_fact (WeftEvaluation *evaluation, const char *path)
{
  g_autoptr (GPtrArray) origins = weft_evaluation_explain (evaluation, path);
  g_autofree char *unknown = weft_quantity_format (NAN, WEFT_UNIT_NONE);
  const WeftOrigin *first = origins->len > 0 ? g_ptr_array_index (origins, 0) : NULL;

  if (first == NULL || g_str_equal (first->value, unknown))
    return NULL;
  return g_strdup (first->value);
}

static char *
write_fact (WeftPartitionResult *result, Fact fact)
{
  switch (fact)
    {
    case FACT_COUNT:
      return g_strdup (weft_partition_result_get_domains_text (result));
    case FACT_POWER:
      return weft_quantity_format (weft_partition_result_get_power_w (result), WEFT_UNIT_W);
    case FACT_COST:
      return weft_quantity_format (weft_partition_result_get_cost_usd (result), WEFT_UNIT_USD);
    case FACT_CHIP_POWER:
      return weft_quantity_format (weft_partition_result_get_chip_w (result), WEFT_UNIT_W);
    case FACT_BF16:
    case FACT_MEMORY:
    case FACT_BANDWIDTH:
    case N_FACTS:
    default:
      return NULL;
    }
}

static void
weft_partition_facts_dispose (GObject *object)
{
  g_clear_pointer (&WEFT_PARTITION_FACTS (object)->flow, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_partition_facts_parent_class)->dispose (object);
}

static void
weft_partition_facts_class_init (WeftPartitionFactsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_partition_facts_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "facts");
}

static void
weft_partition_facts_init (WeftPartitionFacts *self)
{
  self->flow = gtk_flow_box_new ();
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (self->flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (self->flow), 1);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (self->flow), FACTS_A_LINE);
  for (Fact fact = 0; fact < N_FACTS; fact++)
    {
      GtkWidget *number = weft_number_new (_(facts[fact].caption), TRUE);
      GtkWidget *child = gtk_flow_box_child_new ();

      self->numbers[fact] = WEFT_NUMBER (number);
      gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), number);
      gtk_widget_set_focusable (child, FALSE);
      gtk_flow_box_append (GTK_FLOW_BOX (self->flow), child);
    }
  gtk_widget_set_parent (self->flow, GTK_WIDGET (self));
}

/* While there is no figure, its place stays as wide as it was: what stands below must not move. */
static void
keep_place (WeftPartitionFacts *self, Fact fact, gboolean known)
{
  GtkWidget *number = GTK_WIDGET (self->numbers[fact]);
  int width = gtk_widget_get_width (number);

  gtk_widget_set_size_request (number, known || width == 0 ? -1 : width, -1);
}

/* @evaluation is nullable; without a result for @index dashes stand for the figures. */
void
weft_partition_facts_show (WeftPartitionFacts *self, WeftEvaluation *evaluation, guint index)
{
  g_autoptr (WeftPartitionResult) result = NULL;

  g_return_if_fail (WEFT_IS_PARTITION_FACTS (self));

  if (evaluation != NULL)
    result = g_list_model_get_item (weft_evaluation_get_partitions (evaluation), index);
  for (Fact fact = 0; fact < N_FACTS; fact++)
    {
      g_autofree char *path = g_strdup_printf ("partitions/%u/%s", index, facts[fact].key);
      g_autofree char *text = NULL;

      if (result != NULL)
        text = fact < FIRST_CHIP_FACT ? write_fact (result, fact)
                                      : read_chip_fact (evaluation, path);
      keep_place (self, fact, result != NULL);
      if (result != NULL || !self->known)
        gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->numbers[fact])),
                                text != NULL || fact < FIRST_CHIP_FACT);
      if (text == NULL)
        text = g_strdup ("—");
      weft_number_set (self->numbers[fact], result == NULL ? NULL : evaluation, path, text);
    }
  self->known = self->known || result != NULL;
}
