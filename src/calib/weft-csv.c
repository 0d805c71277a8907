/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes a CSV file apart, record by record. */
#include "calib/weft-csv-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

gboolean
weft_csv_refuse (const WeftCsv *self, const WeftCsvField *field, int code, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  long column = g_utf8_pointer_to_offset (field->line_begin, field->begin) + 1;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, WEFT_CALIB_ERROR, code, "%s:%u:%ld: %s", self->name, field->line, column, message);
  return FALSE;
}

static WeftCsvField
here (const WeftCsv *self)
{
  return (WeftCsvField) { "", self->at, self->line_begin, self->line };
}

/* --- the file --- */

static gboolean
check_text (WeftCsv *self, GError **error)
{
  const char *valid;

  if (self->end - self->at >= 2 && (memcmp (self->at, "\xff\xfe", 2) == 0 || memcmp (self->at, "\xfe\xff", 2) == 0))
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_INVALID,
                   _("%s: the text is UTF-16; save it as UTF-8"), self->name);
      return FALSE;
    }
  if (g_utf8_validate (self->at, self->end - self->at, &valid))
    return TRUE;
  for (const char *at = self->at; at < valid; at++)
    if (*at == '\n')
      {
        self->line++;
        self->line_begin = at + 1;
      }
  self->at = valid;
  {
    WeftCsvField field = here (self);

    return weft_csv_refuse (self, &field, WEFT_CALIB_ERROR_INVALID, error,
                            *valid == '\0' ? _("found a zero byte, expected text")
                                           : _("the byte 0x%02x is no UTF-8; save the file as UTF-8"),
                            (guint) (guchar) *valid);
  }
}

gboolean
weft_csv_init (WeftCsv *self, const char *name, const char *text, gsize length, GError **error)
{
  *self = (WeftCsv) { name, text, text + length, text, 1, NULL, NULL };
  if (length >= 3 && memcmp (text, BYTE_ORDER_MARK, 3) == 0)
    self->at = self->line_begin = text + 3;
  self->fields = g_array_new (FALSE, FALSE, sizeof (WeftCsvField));
  self->texts = g_string_new (NULL);
  return check_text (self, error);
}

void
weft_csv_clear (WeftCsv *self)
{
  g_clear_pointer (&self->fields, g_array_unref);
  if (self->texts != NULL)
    g_string_free (g_steal_pointer (&self->texts), TRUE);
}

const WeftCsvField *
weft_csv_field (const WeftCsv *self, guint index)
{
  return &g_array_index (self->fields, WeftCsvField, index);
}

/* --- fields --- */

static gboolean
at_line_end (const WeftCsv *self)
{
  return self->at == self->end || *self->at == '\n' || *self->at == '\r';
}

static void
skip_line_end (WeftCsv *self)
{
  if (self->at < self->end && *self->at == '\r')
    self->at++;
  if (self->at < self->end && *self->at == '\n')
    self->at++;
  self->line++;
  self->line_begin = self->at;
}

static void
skip_blanks (WeftCsv *self)
{
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t'))
    self->at++;
}

/* What stands between quotes; a quote in it is written twice. */
static gboolean
take_quoted (WeftCsv *self, const WeftCsvField *field, GError **error)
{
  WeftCsvField behind;

  for (self->at++; self->at < self->end; self->at++)
    {
      if (*self->at == '"' && self->at + 1 < self->end && self->at[1] == '"')
        self->at++;
      else if (*self->at == '"')
        break;
      g_string_append_c (self->texts, *self->at);
      if (*self->at == '\n')
        {
          self->line++;
          self->line_begin = self->at + 1;
        }
    }
  if (self->at == self->end)
    return weft_csv_refuse (self, field, WEFT_CALIB_ERROR_INVALID, error, _("the quote that begins here has no end"));
  self->at++;
  skip_blanks (self);
  behind = here (self);
  if (!at_line_end (self) && *self->at != ',')
    return weft_csv_refuse (self, &behind, WEFT_CALIB_ERROR_INVALID, error,
                            _("found text behind the closing quote, expected a comma; a quote inside of quotes is "
                              "written twice"));
  return TRUE;
}

static void
take_plain (WeftCsv *self)
{
  const char *begin = self->at;
  const char *end;

  while (!at_line_end (self) && *self->at != ',')
    self->at++;
  for (end = self->at; end > begin && (end[-1] == ' ' || end[-1] == '\t'); end--)
    ;
  g_string_append_len (self->texts, begin, end - begin);
}

/* Its text is an offset until the record is whole, since @texts may move. */
static gboolean
take_field (WeftCsv *self, GError **error)
{
  WeftCsvField field;

  skip_blanks (self);
  field = here (self);
  field.text = GSIZE_TO_POINTER (self->texts->len);
  if (self->fields->len == WEFT_CSV_MAX_FIELDS)
    return weft_csv_refuse (self, &field, WEFT_CALIB_ERROR_INVALID, error, _("more than %u fields in a line"),
                            WEFT_CSV_MAX_FIELDS);
  if (self->at < self->end && *self->at == '"')
    {
      if (!take_quoted (self, &field, error))
        return FALSE;
    }
  else
    take_plain (self);
  g_string_append_c (self->texts, '\0');
  g_array_append_val (self->fields, field);
  return TRUE;
}

static gboolean
take_record (WeftCsv *self, GError **error)
{
  g_array_set_size (self->fields, 0);
  g_string_truncate (self->texts, 0);
  for (;;)
    {
      if (!take_field (self, error))
        return FALSE;
      if (at_line_end (self))
        break;
      self->at++; /* the comma */
    }
  for (guint i = 0; i < self->fields->len; i++)
    {
      WeftCsvField *field = &g_array_index (self->fields, WeftCsvField, i);

      field->text = self->texts->str + GPOINTER_TO_SIZE (field->text);
    }
  skip_line_end (self);
  return TRUE;
}

static void
skip_line (WeftCsv *self)
{
  while (!at_line_end (self))
    self->at++;
  skip_line_end (self);
}

/* Nothing but blanks and commas, as spreadsheets leave behind. */
static gboolean
is_empty (const WeftCsv *self)
{
  const char *at = self->at;

  while (at < self->end && (*at == ' ' || *at == '\t' || *at == ','))
    at++;
  return at == self->end || *at == '\n' || *at == '\r';
}

gboolean
weft_csv_next (WeftCsv *self, GError **error)
{
  while (self->at < self->end)
    if (*self->at == '#' || is_empty (self))
      skip_line (self);
    else
      return take_record (self, error);
  return FALSE;
}
