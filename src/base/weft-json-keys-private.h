/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of the objects that a scan is inside of, to find one that stands twice in its object. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _WeftJsonKeys WeftJsonKeys;

WeftJsonKeys *weft_json_keys_new   (void);
void          weft_json_keys_free  (WeftJsonKeys *keys);
void          weft_json_keys_enter (WeftJsonKeys *keys);
void          weft_json_keys_leave (WeftJsonKeys *keys);
gboolean      weft_json_keys_add   (WeftJsonKeys *keys,
                                    const char   *key,
                                    gsize         length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftJsonKeys, weft_json_keys_free)

G_END_DECLS
