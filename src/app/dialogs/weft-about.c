/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The about window; newer libadwaita has another class for it, so it is alone here. */
#include "config.h"

#include "app/dialogs/weft-about.h"

#include <adwaita.h>
#include <glib/gi18n.h>

void
weft_about_show (GtkWindow *parent)
{
  adw_show_about_window (parent,
                         "application-name", _("Weft"),
                         "application-icon", WEFT_APP_ID,
                         "version", WEFT_VERSION,
                         "developer-name", _("The Weft contributors"),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         "comments",
                         _("Compose a machine for AI and HPC, and see at once what it violates and "
                           "how fast it is. Every number can say where it comes from."),
                         /* Translators: put your own names here, one a line. */
                         "translator-credits", _("translator-credits"), NULL);
}
