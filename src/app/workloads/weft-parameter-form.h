/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of a workload as rows of a form. What is typed goes straight into the workload; what cannot be taken
 * is told below its row and left out. */
#pragma once

#include <adwaita.h>

#include "app/workloads/weft-workload-item.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PARAMETER_FORM (weft_parameter_form_get_type ())
G_DECLARE_FINAL_TYPE (WeftParameterForm, weft_parameter_form, WEFT, PARAMETER_FORM, GtkWidget)

/* @item: (nullable). @catalog: (nullable): for the models to choose from. */
void       weft_parameter_form_show      (WeftParameterForm *self,
                                          WeftWorkloadItem  *item,
                                          WeftCatalog       *catalog);
/* The row of a parameter, and what is wrong with what it holds. (nullable) */
GtkWidget *weft_parameter_form_get_row   (WeftParameterForm *self,
                                          const char        *key);
const char *weft_parameter_form_get_problem (WeftParameterForm *self,
                                          const char        *key);

G_END_DECLS
