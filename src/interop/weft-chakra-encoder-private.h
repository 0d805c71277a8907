/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the nodes of one file together and writes each as a record. */
#pragma once

#include "interop/weft-chakra-file-private.h"

G_BEGIN_DECLS

typedef struct _WeftChakraEncoder WeftChakraEncoder;

/* @out: kept. @head: the first record, which is written at once. NULL with an error. */
WeftChakraEncoder *weft_chakra_encoder_new  (GOutputStream      *out,
                                             WeftChakraHead     *head,
                                             GCancellable       *cancellable,
                                             GError            **error);
void               weft_chakra_encoder_free (WeftChakraEncoder  *self);

/* A node; its attributes follow, then its end. @name, @deps: borrowed until the end. */
void               weft_chakra_encoder_begin   (WeftChakraEncoder *self,
                                                guint64            id,
                                                const char        *name,
                                                WeftChakraType     type);
void               weft_chakra_encoder_deps    (WeftChakraEncoder *self,
                                                guint64           *deps,
                                                gsize              n_deps);
void               weft_chakra_encoder_micros  (WeftChakraEncoder *self,
                                                guint64            duration_us);
void               weft_chakra_encoder_boolean (WeftChakraEncoder *self,
                                                WeftChakraKey      key,
                                                gboolean           value);
void               weft_chakra_encoder_int32   (WeftChakraEncoder *self,
                                                WeftChakraKey      key,
                                                gint32             value);
void               weft_chakra_encoder_int64   (WeftChakraEncoder *self,
                                                WeftChakraKey      key,
                                                gint64             value);
void               weft_chakra_encoder_uint64  (WeftChakraEncoder *self,
                                                WeftChakraKey      key,
                                                guint64            value);
void               weft_chakra_encoder_real    (WeftChakraEncoder *self,
                                                WeftChakraKey      key,
                                                double             value);
/* Borrowed until the end. */
void               weft_chakra_encoder_text    (WeftChakraEncoder *self,
                                                WeftChakraKey      key,
                                                const char        *value);
gboolean           weft_chakra_encoder_end     (WeftChakraEncoder *self,
                                                GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftChakraEncoder, weft_chakra_encoder_free)

G_END_DECLS
