/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the list of inputs. */
#pragma once

#include <gtk/gtk.h>

#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

typedef struct
{
  GtkColumnViewColumn *chosen;
  GtkColumnViewColumn *name;
  GtkColumnViewColumn *value;
  GtkColumnViewColumn *confidence;
  GtkColumnViewColumn *slope;
} WeftInputsColumns;

/* Fills @columns with what the view holds; the boxes of the first column take inputs for @job, which must outlive the
 * view. */
void weft_inputs_columns_append (WeftInputsColumns *columns,
                                 GtkColumnView     *view,
                                 WeftWhatifJob     *job);

G_END_DECLS
