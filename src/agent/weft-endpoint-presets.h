/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Servers that speak the protocol, each with its own ways: what to write into a new profile. */
#pragma once

#include "agent/weft-endpoint.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id;           /* "llama-server" */
  const char *label;
  const char *url;
  const char *key_variable; /* (nullable): where its key usually is; NULL: it needs none */
  guint fields_on;          /* bits of WeftField, besides what every endpoint is sent */
  guint fields_off;         /* bits of WeftField that it refuses or ignores */
  const char *note;         /* (nullable): what its user should know, untranslated */
} WeftEndpointPreset;

/* Ends with an entry whose id is NULL. */
WEFT_API extern const WeftEndpointPreset weft_endpoint_presets[];

/* An endpoint named after the preset. (transfer full), NULL when there is no such preset. */
WEFT_API WeftEndpoint *weft_endpoint_new_from_preset (const char *id, const char *model, GError **error);

G_END_DECLS
