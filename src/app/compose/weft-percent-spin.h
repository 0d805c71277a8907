/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes of a GtkSpinButton a field that shows a percentage of the document and changes it only when
 * a person has typed or turned. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void weft_percent_spin_init (GtkSpinButton *spin);
/* Shows @percent, also in place of a text that was being typed. */
void weft_percent_spin_show (GtkSpinButton *spin,
                             double         percent);

G_END_DECLS
