/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind the form of an endpoint, for the files that make it up. */
#pragma once

#include <adwaita.h>

#include "app/plan/weft-endpoint-form.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_KEY_NONE,
  WEFT_KEY_VARIABLE,
  WEFT_KEY_KEYRING,
  WEFT_KEY_FILE,
  WEFT_KEY_SESSION,
} WeftKeyPlace;

struct _WeftEndpointForm
{
  GtkWidget parent_instance;

  GtkWidget *content;
  AdwComboRow *preset;
  GtkLabel *note;
  AdwEntryRow *name;
  AdwEntryRow *url;
  AdwEntryRow *model;
  GtkMenuButton *models_button;
  GtkListBox *models;
  AdwComboRow *key_place;
  AdwEntryRow *variable;
  AdwEntryRow *file;
  GtkWidget *key_row;
  GtkEditable *key;
  GtkLabel *key_words;
  GtkWidget *consent_row;
  GtkSwitch *consent;
  AdwEntryRow *price_in;
  AdwEntryRow *price_out;
  AdwEntryRow *price_date;
  AdwEntryRow *context;
  AdwEntryRow *most_tokens;
  GtkWidget *test_button;
  GtkSpinner *spinner;
  GtkWidget *outcome_line;
  GtkImage *outcome_icon;
  GtkLabel *outcome;

  WeftEngine *engine;
  WeftEndpoint *endpoint;    /* (nullable): a new one */
  char *source;              /* (nullable): where its key was found */
  GCancellable *cancellable; /* of the test and of looking for the key */
};

/* In weft-endpoint-form.c */
void          weft_endpoint_form_say          (WeftEndpointForm *self,
                                               const char       *icon,
                                               const char       *css_class,
                                               const char       *words);
void          weft_endpoint_form_complain     (WeftEndpointForm *self,
                                               const char       *words);
/* What is typed as an endpoint of its own; NULL when something is wrong, which has been said. (transfer full) */
WeftEndpoint *weft_endpoint_form_make_scratch (WeftEndpointForm *self);

/* In weft-endpoint-form-test.c */
void          weft_endpoint_form_set_testing  (WeftEndpointForm *self,
                                               gboolean          testing);
void          weft_endpoint_form_model_chosen (WeftEndpointForm *self,
                                               GtkListBoxRow    *row);

G_END_DECLS
