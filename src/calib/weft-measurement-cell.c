/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells: what is not exactly a number in the column's unit is refused with line and column, never taken for another. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "calib/weft-measurement-column-private.h"
#include "calib/weft-measurement-private.h"

gboolean
weft_cell_check_count (const WeftCsv *csv, const WeftColumns *columns, GError **error)
{
  guint found = csv->fields->len;

  if (found == columns->list->len)
    return TRUE;
  return weft_csv_refuse (csv, weft_csv_field (csv, MIN (found, columns->list->len) - (found > columns->list->len ? 0 : 1)),
                          WEFT_CALIB_ERROR_INVALID, error,
                          ngettext ("found %u field, but the header has %u columns",
                                    "found %u fields, but the header has %u columns", found),
                          found, columns->list->len);
}

/* --- numbers --- */

static gboolean
refuse_text (const WeftCsv *csv, const WeftCsvField *field, const WeftColumn *column, GError **error)
{
  g_autofree char *found = weft_quote (field->text, -1);

  if (field->text[0] == '\0')
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            _("the cell of the column “%s” is empty; expected a number, or no such line"),
                            column->title);
  return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                          _("found %s in the column “%s”, expected a number"), found, column->title);
}

/* "3.2 ms" in a column of microseconds: even the column's own unit is refused, since it may not stand in every cell. */
static gboolean
refuse_rest (const WeftCsv *csv, const WeftCsvField *field, const WeftColumn *column, const char *rest, GError **error)
{
  g_autofree char *found = weft_quote (field->text, -1);
  g_autofree char *own = g_strstrip (g_strdup (rest));

  if (own[0] == ',')
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            _("found %s in the column “%s”, expected a number with a point and without groups of digits"),
                            found, column->title);
  if (column->unit == NULL)
    return refuse_text (csv, field, column, error);
  return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                          _("found %s, which has the unit “%s” of its own, in the column “%s”, which is in “%s”; write "
                            "numbers in %s without a unit"),
                          found, own, column->title, column->unit, column->unit);
}

static gboolean
begins_number (const char *text)
{
  const char *at = text + (text[0] == '-' || text[0] == '+' ? 1 : 0);

  if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
    return FALSE;
  return g_ascii_isdigit (at[0]) || (at[0] == '.' && g_ascii_isdigit (at[1]));
}

static gboolean
take_number (const WeftCsv *csv, const WeftCsvField *field, const WeftColumn *column, double *value, GError **error)
{
  char *end;

  if (!begins_number (field->text))
    return refuse_text (csv, field, column, error);
  *value = g_ascii_strtod (field->text, &end);
  if (*end != '\0')
    return refuse_rest (csv, field, column, end, error);
  if (isfinite (*value))
    return TRUE;
  return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                          _("the number in the column “%s” is too large"), column->title);
}

/* Through whole powers of ten, so that 8.08398 µs is the double next to it. */
static double
scaled (double value, double scale)
{
  return scale >= 1 ? value * scale : value / round (1 / scale);
}

/* What is there to read: NULL when the column is not, or its cell is empty and may be. */
static const WeftCsvField *
find_cell (const WeftCsv *csv, const WeftColumns *columns, WeftColumnKind kind, gboolean may_be_empty)
{
  const WeftCsvField *field;

  if (columns->at[kind] < 0)
    return NULL;
  field = weft_csv_field (csv, columns->at[kind]);
  return may_be_empty && field->text[0] == '\0' ? NULL : field;
}

gboolean
weft_cell_amount (const WeftCsv *csv, const WeftColumns *columns, WeftColumnKind kind, gboolean may_be_zero,
                  gboolean may_be_empty, double *value, GError **error)
{
  const WeftCsvField *field = find_cell (csv, columns, kind, may_be_empty);
  const WeftColumn *column = weft_columns_get (columns, kind);
  double found;

  if (field == NULL)
    return TRUE;
  if (!take_number (csv, field, column, &found, error))
    return FALSE;
  if (found < 0 || (found == 0 && !may_be_zero))
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            may_be_zero ? _("found %s in the column “%s”, expected a number from 0 on")
                                        : _("found %s in the column “%s”, expected a number above 0"),
                            field->text, column->title);
  *value = scaled (found, column->scale);
  if (!isfinite (*value) || (*value == 0 && found != 0))
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            _("the number in the column “%s” is out of range"), column->title);
  return TRUE;
}

gboolean
weft_cell_count (const WeftCsv *csv, const WeftColumns *columns, WeftColumnKind kind, guint least,
                 gboolean may_be_empty, guint *value, GError **error)
{
  const WeftCsvField *field = find_cell (csv, columns, kind, may_be_empty);
  const WeftColumn *column = weft_columns_get (columns, kind);
  double found;

  if (field == NULL)
    return TRUE;
  if (!take_number (csv, field, column, &found, error))
    return FALSE;
  if (found < least || found > G_MAXINT32 || found != floor (found))
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            _("found %s in the column “%s”, expected a whole number from %u on"), field->text,
                            column->title, least);
  *value = (guint) found;
  return TRUE;
}

gboolean
weft_cell_name (const WeftCsv *csv, const WeftColumns *columns, WeftColumnKind kind, const char **text, GError **error)
{
  const WeftCsvField *field = find_cell (csv, columns, kind, FALSE);
  const WeftColumn *column = weft_columns_get (columns, kind);

  if (field == NULL)
    return TRUE;
  if (field->text[0] == '\0')
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            _("the cell of the column “%s” is empty; expected a name"), column->title);
  if (strlen (field->text) > WEFT_MEASUREMENT_MAX_NAME_BYTES)
    return weft_csv_refuse (csv, field, WEFT_CALIB_ERROR_INVALID, error,
                            _("the name in the column “%s” is longer than %u bytes"), column->title,
                            WEFT_MEASUREMENT_MAX_NAME_BYTES);
  *text = field->text;
  return TRUE;
}
