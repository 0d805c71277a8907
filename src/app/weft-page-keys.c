/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of a page: they work wherever the keyboard is in the window, while the page is shown. */
#include "app/weft-page-keys.h"

static gboolean
activate_cb (GtkWidget *page, GVariant *args, gpointer action)
{
  if (!gtk_widget_get_mapped (page))
    return FALSE;
  return gtk_widget_activate_action (page, action, NULL);
}

static void
add (GtkShortcutController *keys, guint key, GdkModifierType modifiers, GtkShortcutFunc callback, const char *action)
{
  gtk_shortcut_controller_add_shortcut (
    keys, gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers),
                            gtk_callback_action_new (callback, (gpointer) action, NULL)));
}

GtkShortcutController *
weft_page_keys_new (GtkWidget *page)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_widget_add_controller (page, controller);
  return GTK_SHORTCUT_CONTROLLER (controller);
}

void
weft_page_keys_add (GtkShortcutController *keys, guint key, GdkModifierType modifiers, const char *action)
{
  add (keys, key, modifiers, activate_cb, action);
}

void
weft_page_keys_add_callback (GtkShortcutController *keys, guint key, GdkModifierType modifiers,
                             GtkShortcutFunc callback)
{
  add (keys, key, modifiers, callback, NULL);
}
