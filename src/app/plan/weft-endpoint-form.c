/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A key is never shown: its field is empty until somebody types, and emptied when what was typed has been used. */
#include "config.h"

#include "app/plan/weft-endpoint-form-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "agent/weft-endpoint-presets.h"

G_DEFINE_FINAL_TYPE (WeftEndpointForm, weft_endpoint_form, GTK_TYPE_WIDGET)

static const char *
get_text (gpointer row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

static void
set_text (gpointer row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

void
weft_endpoint_form_say (WeftEndpointForm *self, const char *icon, const char *css_class, const char *words)
{
  gtk_widget_remove_css_class (self->outcome_line, "error");
  gtk_widget_remove_css_class (self->outcome_line, "success");
  if (css_class != NULL)
    gtk_widget_add_css_class (self->outcome_line, css_class);
  gtk_image_set_from_icon_name (self->outcome_icon, icon);
  gtk_widget_set_visible (GTK_WIDGET (self->outcome_icon), icon != NULL);
  gtk_label_set_text (self->outcome, words);
  gtk_widget_set_visible (self->outcome_line, *words != '\0');
}

void
weft_endpoint_form_complain (WeftEndpointForm *self, const char *words)
{
  weft_endpoint_form_say (self, "dialog-error-symbolic", "error", words);
}

static void
renew_cancellable (WeftEndpointForm *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
}

/* --- the key --- */

static WeftKeyPlace
get_place (WeftEndpointForm *self)
{
  return adw_combo_row_get_selected (self->key_place);
}

static const char *
word_place (WeftKeyPlace place)
{
  switch (place)
    {
    case WEFT_KEY_VARIABLE:
      return _("The key stays in the environment of this program; only the variable’s name is written into the profile.");
    case WEFT_KEY_KEYRING:
      return _("The key is kept by the desktop’s keyring, under the address above, and sent there only.");
    case WEFT_KEY_FILE:
      return _("The key is read from the first line of that file, which only you should be able to read.");
    case WEFT_KEY_SESSION:
      return _("The key is kept in this program’s memory until it is closed, and written nowhere.");
    case WEFT_KEY_NONE:
    default:
      return _("Many servers on one’s own machine need no key.");
    }
}

static void
place_cb (WeftEndpointForm *self)
{
  WeftKeyPlace place = get_place (self);

  gtk_widget_set_visible (GTK_WIDGET (self->variable), place == WEFT_KEY_VARIABLE);
  gtk_widget_set_visible (GTK_WIDGET (self->file), place == WEFT_KEY_FILE);
  gtk_widget_set_visible (self->key_row, place == WEFT_KEY_KEYRING || place == WEFT_KEY_SESSION);
  gtk_label_set_text (self->key_words, word_place (place));
}

/* What was typed leaves no trace in the field. */
static void
clear_key (WeftEndpointForm *self)
{
  gtk_editable_set_text (self->key, "");
}

static void
wipe (char *key)
{
  if (key != NULL)
    memset (key, 0, strlen (key));
  g_free (key);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftEndpointForm) self = data;
  const char *where = NULL;
  char *key = weft_endpoint_find_key_finish (WEFT_ENDPOINT (source), result, &where, NULL);
  gboolean found = key != NULL;

  wipe (key);
  if (!found || self->endpoint != WEFT_ENDPOINT (source))
    return;
  g_free (self->source);
  self->source = g_strdup (where);
  if (g_strcmp0 (where, "keyring") == 0)
    adw_combo_row_set_selected (self->key_place, WEFT_KEY_KEYRING);
  else if (g_strcmp0 (where, "session") == 0)
    adw_combo_row_set_selected (self->key_place, WEFT_KEY_SESSION);
}

static void
show_key (WeftEndpointForm *self)
{
  g_autofree char *variable = NULL, *file = NULL;
  WeftKeyPlace place = WEFT_KEY_NONE;

  g_clear_pointer (&self->source, g_free);
  clear_key (self);
  if (self->endpoint != NULL)
    g_object_get (self->endpoint, "key-variable", &variable, "key-file", &file, NULL);
  if (file != NULL && *file != '\0')
    place = WEFT_KEY_FILE;
  else if (variable != NULL && *variable != '\0')
    place = WEFT_KEY_VARIABLE;
  set_text (self->variable, variable);
  set_text (self->file, file);
  adw_combo_row_set_selected (self->key_place, place);
  place_cb (self);
  if (self->endpoint != NULL)
    weft_endpoint_find_key_async (self->endpoint, self->cancellable, found_cb, g_object_ref (self));
}

static void
stored_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftEndpointForm) self = data;
  g_autoptr (GError) error = NULL;

  if (!weft_endpoint_store_key_finish (WEFT_ENDPOINT (source), result, &error))
    weft_endpoint_form_complain (self, error->message);
}

/* What was typed goes where it is to be kept. */
static void
keep_key (WeftEndpointForm *self, WeftEndpoint *endpoint)
{
  const char *typed = gtk_editable_get_text (self->key);
  WeftKeyPlace place = get_place (self);

  if (place == WEFT_KEY_KEYRING && *typed != '\0')
    weft_endpoint_store_key_async (endpoint, typed, NULL, stored_cb, g_object_ref (self));
  else if (place != WEFT_KEY_KEYRING && g_strcmp0 (self->source, "keyring") == 0)
    weft_endpoint_store_key_async (endpoint, NULL, NULL, stored_cb, g_object_ref (self));
  if (place == WEFT_KEY_SESSION && *typed != '\0')
    weft_endpoint_set_session_key (endpoint, typed);
  else if (place != WEFT_KEY_SESSION)
    weft_endpoint_set_session_key (endpoint, NULL);
  clear_key (self);
}

/* --- reading what is typed --- */

/* An empty field is an unknown figure. FALSE when there is no number in it. */
static gboolean
read_number (WeftEndpointForm *self, AdwEntryRow *row, double unknown, double *value)
{
  g_autofree char *text = g_strstrip (g_strdup (get_text (row)));
  g_autofree char *words = NULL;
  char *end = NULL;

  *value = unknown;
  if (*text == '\0')
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  if (*end == '\0' && isfinite (*value) && *value >= 0 && *value < 1e9)
    return TRUE;
  words = g_strdup_printf (_("%s: “%s” is no number"),
                           adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), text);
  weft_endpoint_form_complain (self, words);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  return FALSE;
}

static gboolean
fill_numbers (WeftEndpointForm *self, WeftEndpoint *endpoint)
{
  g_autofree char *date = g_strstrip (g_strdup (get_text (self->price_date)));
  double in, out, context, most;

  if (!read_number (self, self->price_in, NAN, &in) || !read_number (self, self->price_out, NAN, &out)
      || !read_number (self, self->context, 0, &context)
      || !read_number (self, self->most_tokens, 0, &most))
    return FALSE;
  g_object_set (endpoint, "price-prompt", in, "price-completion", out, "price-date",
                *date != '\0' ? date : NULL, "context-tokens", (guint) context, "max-tokens",
                (guint) most, NULL);
  return TRUE;
}

static gboolean
fill (WeftEndpointForm *self, WeftEndpoint *endpoint)
{
  g_autofree char *url = g_strstrip (g_strdup (get_text (self->url)));
  g_autofree char *name = g_strstrip (g_strdup (get_text (self->name)));
  g_autofree char *model = g_strstrip (g_strdup (get_text (self->model)));
  g_autofree char *variable = g_strstrip (g_strdup (get_text (self->variable)));
  g_autofree char *file = g_strstrip (g_strdup (get_text (self->file)));
  g_autoptr (GError) error = NULL;
  WeftKeyPlace place = get_place (self);

  if (!g_str_equal (weft_endpoint_get_url (endpoint), url)
      && !weft_endpoint_set_url (endpoint, url, &error))
    {
      weft_endpoint_form_complain (self, error->message);
      gtk_widget_grab_focus (GTK_WIDGET (self->url));
      return FALSE;
    }
  if (!fill_numbers (self, endpoint))
    return FALSE;
  /* An empty name of a variable means that none is looked at; none at all means the usual one. */
  g_object_set (endpoint, "name", name, "model", model, "key-variable",
                place == WEFT_KEY_VARIABLE ? (*variable != '\0' ? variable : NULL) : "", "key-file",
                place == WEFT_KEY_FILE && *file != '\0' ? file : NULL, "consent-plain-http",
                gtk_switch_get_active (self->consent), NULL);
  return TRUE;
}

/* What is typed as an endpoint of its own. (transfer full) (nullable) */
WeftEndpoint *
weft_endpoint_form_make_scratch (WeftEndpointForm *self)
{
  guint at = adw_combo_row_get_selected (self->preset);
  g_autoptr (WeftEndpoint) scratch = NULL;
  g_autoptr (GError) error = NULL;

  if (self->endpoint != NULL)
    {
      g_autoptr (JsonNode) root = weft_endpoint_to_json (self->endpoint);

      scratch = weft_endpoint_new_from_json (root, "endpoint", &error);
    }
  else if (weft_endpoint_presets[at].id != NULL)
    scratch = weft_endpoint_new_from_preset (weft_endpoint_presets[at].id, get_text (self->model), &error);
  else
    scratch = weft_endpoint_new (get_text (self->name), get_text (self->url), get_text (self->model), &error);
  if (scratch == NULL)
    {
      weft_endpoint_form_complain (self, error->message);
      return NULL;
    }
  return fill (self, scratch) ? g_steal_pointer (&scratch) : NULL;
}

static void
test_clicked_cb (WeftEndpointForm *self)
{
  weft_endpoint_form_test (self);
}

/* --- presets and addresses --- */

static void
preset_cb (WeftEndpointForm *self)
{
  guint at = adw_combo_row_get_selected (self->preset);
  const WeftEndpointPreset *preset = &weft_endpoint_presets[at];

  if (self->endpoint != NULL)
    return;
  gtk_label_set_text (self->note, preset->note != NULL ? g_dgettext ("weft", preset->note) : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), preset->note != NULL);
  if (preset->id == NULL)
    return;
  set_text (self->name, preset->label);
  set_text (self->url, preset->url);
  set_text (self->variable, preset->key_variable);
  adw_combo_row_set_selected (self->key_place, preset->key_variable != NULL ? WEFT_KEY_VARIABLE : WEFT_KEY_NONE);
}

/* A key may go to another machine without encryption only when its owner says so. */
static void
url_cb (WeftEndpointForm *self)
{
  const char *url = get_text (self->url);
  g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new ("address", url, "", NULL);
  gboolean open = endpoint != NULL && !weft_endpoint_is_loopback (endpoint)
                  && g_ascii_strncasecmp (url, "http:", 5) == 0;

  gtk_widget_set_visible (self->consent_row, open);
}

static void
fill_presets (WeftEndpointForm *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (const WeftEndpointPreset *preset = weft_endpoint_presets; preset->id != NULL; preset++)
    gtk_string_list_append (names, preset->label);
  gtk_string_list_append (names, _("Other"));
  adw_combo_row_set_model (self->preset, G_LIST_MODEL (names));
}

/* --- class --- */

static void
weft_endpoint_form_dispose (GObject *object)
{
  WeftEndpointForm *self = WEFT_ENDPOINT_FORM (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->content != NULL)
    clear_key (self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->engine);
  g_clear_object (&self->endpoint);
  g_clear_pointer (&self->source, g_free);
  G_OBJECT_CLASS (weft_endpoint_form_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, content);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, preset);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, note);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, name);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, url);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, model);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, models_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, models);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, key_place);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, variable);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, file);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, key_row);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, key);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, key_words);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, consent_row);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, consent);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, price_in);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, price_out);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, price_date);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, context);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, most_tokens);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, test_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, spinner);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, outcome_line);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, outcome_icon);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointForm, outcome);
}

static void
weft_endpoint_form_class_init (WeftEndpointFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_endpoint_form_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "endpointform");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-endpoint-form.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, preset_cb);
  gtk_widget_class_bind_template_callback (widget_class, place_cb);
  gtk_widget_class_bind_template_callback (widget_class, url_cb);
  gtk_widget_class_bind_template_callback (widget_class, test_clicked_cb);
  gtk_widget_class_bind_template_callback_full (widget_class, "model_chosen_cb", G_CALLBACK (weft_endpoint_form_model_chosen));
}

static void
weft_endpoint_form_init (WeftEndpointForm *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_presets (self);
}

static void
show_number (AdwEntryRow *row, double value)
{
  g_autofree char *text = isfinite (value) && value > 0 ? g_strdup_printf ("%.10g", value) : NULL;

  if (text != NULL)
    g_strdelimit (text, ",", '.');
  set_text (row, text);
}

static void
show_endpoint (WeftEndpointForm *self)
{
  g_autofree char *date = NULL;
  double in = NAN, out = NAN;
  guint context = 0, most = 0;
  gboolean consent = FALSE;

  if (self->endpoint != NULL)
    {
      g_object_get (self->endpoint, "price-prompt", &in, "price-completion", &out, "price-date",
                    &date, "context-tokens", &context, "max-tokens", &most, "consent-plain-http",
                    &consent, NULL);
      set_text (self->name, weft_endpoint_get_name (self->endpoint));
      set_text (self->url, weft_endpoint_get_url (self->endpoint));
      set_text (self->model, weft_endpoint_get_model (self->endpoint));
    }
  else
    set_text (self->model, NULL);
  show_number (self->price_in, in);
  show_number (self->price_out, out);
  set_text (self->price_date, date);
  show_number (self->context, context);
  show_number (self->most_tokens, most);
  gtk_switch_set_active (self->consent, consent);
}

void
weft_endpoint_form_edit (WeftEndpointForm *self, WeftEngine *engine, WeftEndpoint *endpoint)
{
  g_return_if_fail (WEFT_IS_ENDPOINT_FORM (self) && WEFT_IS_ENGINE (engine));

  renew_cancellable (self);
  weft_endpoint_form_set_testing (self, FALSE);
  g_set_object (&self->engine, engine);
  g_set_object (&self->endpoint, endpoint);
  gtk_widget_set_visible (GTK_WIDGET (self->preset), endpoint == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->models_button), FALSE);
  weft_endpoint_form_say (self, NULL, NULL, "");
  show_endpoint (self);
  show_key (self);
  if (endpoint == NULL)
    preset_cb (self);
  url_cb (self);
}

gboolean
weft_endpoint_form_save (WeftEndpointForm *self)
{
  g_autoptr (WeftEndpoint) scratch = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (WEFT_IS_ENDPOINT_FORM (self) && self->engine != NULL, FALSE);

  if (*get_text (self->name) == '\0' || *get_text (self->model) == '\0')
    {
      weft_endpoint_form_complain (self, *get_text (self->name) == '\0'
                        ? _("Give the endpoint a name.")
                        : _("Name a model; “Test Connection” lists those that the server has."));
      return FALSE;
    }
  /* Only what is right as a whole changes the endpoint. */
  scratch = weft_endpoint_form_make_scratch (self);
  if (scratch == NULL)
    return FALSE;
  if (self->endpoint != NULL && fill (self, self->endpoint))
    g_set_object (&scratch, self->endpoint);
  if (!weft_endpoint_save (scratch, &error))
    {
      weft_endpoint_form_complain (self, error->message);
      return FALSE;
    }
  keep_key (self, scratch);
  if (self->endpoint == NULL)
    g_list_store_append (weft_engine_get_endpoints (self->engine), scratch);
  else
    {
      guint at;

      /* Whoever shows its name shows it again. */
      if (g_list_store_find (weft_engine_get_endpoints (self->engine), scratch, &at))
        g_list_model_items_changed (G_LIST_MODEL (weft_engine_get_endpoints (self->engine)), at, 1, 1);
    }
  g_set_object (&self->endpoint, scratch);
  return TRUE;
}

gboolean
weft_endpoint_form_delete (WeftEndpointForm *self)
{
  g_autoptr (GError) error = NULL;
  guint at;

  g_return_val_if_fail (WEFT_IS_ENDPOINT_FORM (self), FALSE);

  if (self->endpoint == NULL)
    return TRUE;
  if (!weft_endpoint_delete (self->endpoint, &error))
    {
      weft_endpoint_form_complain (self, error->message);
      return FALSE;
    }
  if (g_strcmp0 (self->source, "keyring") == 0)
    weft_endpoint_store_key_async (self->endpoint, NULL, NULL, stored_cb, g_object_ref (self));
  if (g_list_store_find (weft_engine_get_endpoints (self->engine), self->endpoint, &at))
    g_list_store_remove (weft_engine_get_endpoints (self->engine), at);
  g_clear_object (&self->endpoint);
  return TRUE;
}

/* What the form says about the last test or the last mistake. */
const char *
weft_endpoint_form_get_outcome (WeftEndpointForm *self)
{
  g_return_val_if_fail (WEFT_IS_ENDPOINT_FORM (self), NULL);

  return gtk_label_get_text (self->outcome);
}
