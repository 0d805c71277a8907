/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window program: options that need no display first, then the application. */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "app/weft-application.h"

/* Answers what needs neither a display nor a running instance. */
static gboolean
answer_early_options (int argc, char **argv)
{
  for (int i = 1; i < argc && !g_str_equal (argv[i], "--"); i++)
    if (g_str_equal (argv[i], "--version"))
      {
        g_print ("Weft %s (GTK %u.%u.%u, libadwaita %u.%u.%u)\n", WEFT_VERSION,
                 gtk_get_major_version (), gtk_get_minor_version (), gtk_get_micro_version (),
                 adw_get_major_version (), adw_get_minor_version (), adw_get_micro_version ());
        return TRUE;
      }
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftApplication) app = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, WEFT_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  if (answer_early_options (argc, argv))
    return 0;

  g_set_prgname ("weft");
  g_set_application_name (_("Weft"));
  app = weft_application_new ();
  return g_application_run (G_APPLICATION (app), argc, argv);
}
