/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Member after member of a gzip file. What follows the last one and is none, such as zeros of a tape, is left unread, as
 * gzip does. */
#include "base/weft-gunzip-private.h"

#include <string.h>

static const guchar magic[] = { 0x1f, 0x8b };

struct _WeftGunzip
{
  GObject parent_instance;
  GConverter *member;
  gboolean is_between; /* a member has ended, and no byte of another one was seen */
};

static void weft_gunzip_converter_init (GConverterIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftGunzip, weft_gunzip, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_CONVERTER, weft_gunzip_converter_init))

/* Two bytes tell what follows a member. */
static GConverterResult
look_between (WeftGunzip *self, const void *in, gsize n_in, gboolean is_last, GError **error)
{
  if (n_in < sizeof magic && !is_last)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "two bytes are needed");
      return G_CONVERTER_ERROR;
    }
  if (!weft_gunzip_begins (in, n_in))
    return G_CONVERTER_FINISHED;
  g_converter_reset (self->member);
  self->is_between = FALSE;
  return G_CONVERTER_CONVERTED;
}

static GConverterResult
convert (GConverter *converter, const void *in, gsize n_in, void *out, gsize n_out, GConverterFlags flags, gsize *n_read,
         gsize *n_written, GError **error)
{
  WeftGunzip *self = WEFT_GUNZIP (converter);
  gboolean is_last = (flags & G_CONVERTER_INPUT_AT_END) != 0;
  GConverterResult result;

  *n_read = *n_written = 0;
  if (self->is_between)
    {
      result = look_between (self, in, n_in, is_last, error);
      if (result != G_CONVERTER_CONVERTED)
        return result;
    }
  result = g_converter_convert (self->member, in, n_in, out, n_out, flags, n_read, n_written, error);
  if (result != G_CONVERTER_FINISHED)
    return result;
  self->is_between = TRUE;
  /* Nothing more to say would be no progress. */
  if (*n_written > 0 || *n_read > 0)
    return G_CONVERTER_CONVERTED;
  return G_CONVERTER_FINISHED;
}

static void
reset (GConverter *converter)
{
  WeftGunzip *self = WEFT_GUNZIP (converter);

  g_converter_reset (self->member);
  self->is_between = FALSE;
}

static void
weft_gunzip_finalize (GObject *object)
{
  g_object_unref (WEFT_GUNZIP (object)->member);
  G_OBJECT_CLASS (weft_gunzip_parent_class)->finalize (object);
}

static void
weft_gunzip_converter_init (GConverterIface *iface)
{
  iface->convert = convert;
  iface->reset = reset;
}

static void
weft_gunzip_class_init (WeftGunzipClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_gunzip_finalize;
}

static void
weft_gunzip_init (WeftGunzip *self)
{
  self->member = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
}

GConverter *
weft_gunzip_new (void)
{
  return g_object_new (WEFT_TYPE_GUNZIP, NULL);
}

gboolean
weft_gunzip_begins (const void *bytes, gsize n_bytes)
{
  return n_bytes >= sizeof magic && memcmp (bytes, magic, sizeof magic) == 0;
}

GInputStream *
weft_gunzip_stream (GInputStream *stream, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) buffered = g_buffered_input_stream_new (stream);
  g_autoptr (GConverter) unpack = NULL;
  gsize n_seen;
  const void *seen;

  if (g_buffered_input_stream_fill (G_BUFFERED_INPUT_STREAM (buffered), -1, cancellable, error) < 0)
    return NULL;
  seen = g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (buffered), &n_seen);
  if (!weft_gunzip_begins (seen, n_seen))
    return g_steal_pointer (&buffered);
  unpack = weft_gunzip_new ();
  return g_converter_input_stream_new (buffered, unpack);
}
