/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table's cells, and writing them as aligned text, CSV and Markdown. */
#include "draw/weft-table-private.h"

#include <string.h>

#include "base/weft-csv-write.h"
#include "base/weft-plain.h"

/* The most characters of a cell that are shown. Names and messages come from documents of any size,
 * and the time that pango takes to break a text into lines grows faster than its length. */
#define MOST_CELL_CHARS 400

/* A column that has to give way keeps this many characters. */
#define LEAST_CELLS 4

static void
clear_column (gpointer data)
{
  WeftTableColumn *column = data;

  g_free (column->title);
}

static void
free_row (gpointer data)
{
  g_strfreev (data);
}

const WeftTableColumn *
weft_table_column (const WeftTable *self,
                   guint            column)
{
  return &g_array_index (self->columns, WeftTableColumn, column);
}

const char *
weft_table_cell (const WeftTable *self,
                 guint            row,
                 guint            column)
{
  char **cells = g_ptr_array_index (self->rows, row);

  return cells[column];
}

static guint
cells_of_char (gunichar c)
{
  if (g_unichar_iszerowidth (c))
    return 0;

  return g_unichar_iswide (c) ? 2 : 1;
}

guint
weft_table_cells_of (const char *text)
{
  guint cells = 0;

  for (const char *p = text; *p; p = g_utf8_next_char (p))
    cells += cells_of_char (g_utf8_get_char (p));

  return cells;
}

/* The cells as they are shown. */
static char **
shorten_cells (const char *const *cells)
{
  guint n = g_strv_length ((char **) cells);
  char **shown = g_new0 (char *, n + 1);

  for (guint c = 0; c < n; c++)
    shown[c] = weft_plain_text (cells[c], WEFT_PLAIN_ONE_LINE, MOST_CELL_CHARS);

  return shown;
}

/* Cuts @text to @cells columns with an ellipsis. */
static void
append_cut (GString    *out,
            const char *text,
            guint       cells,
            gboolean    unicode)
{
  const char *ellipsis = unicode ? "\u2026" : "...";
  guint mark = unicode ? 1 : 3;
  guint used = 0;
  const char *p;

  if (cells <= mark)
    ellipsis = "";
  for (p = text; *p; p = g_utf8_next_char (p))
    {
      guint next = cells_of_char (g_utf8_get_char (p));

      if (used + next + (*ellipsis ? mark : 0) > cells)
        break;
      used += next;
    }
  g_string_append_len (out, text, p - text);
  g_string_append (out, ellipsis);
  used += *ellipsis ? mark : 0;
  for (; used < cells; used++)
    g_string_append_c (out, ' ');
}

static void
append_aligned (GString    *out,
                const char *text,
                guint       cells,
                WeftAlign   align,
                gboolean    unicode)
{
  guint own = weft_table_cells_of (text);

  if (own > cells)
    {
      append_cut (out, text, cells, unicode);
      return;
    }
  if (align == WEFT_ALIGN_END)
    for (guint i = own; i < cells; i++)
      g_string_append_c (out, ' ');
  g_string_append (out, text);
  if (align == WEFT_ALIGN_START)
    for (guint i = own; i < cells; i++)
      g_string_append_c (out, ' ');
}

static void
trim_end (GString *out)
{
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
}

static guint
total_cells (const guint *cells,
             guint        n)
{
  guint total = n > 0 ? 2 * (n - 1) : 0;

  for (guint i = 0; i < n; i++)
    total += cells[i];

  return total;
}

/* Narrows the widest start-aligned column, again and again, until all fit or none can give way. */
static void
fit_cells (const WeftTable *self,
           guint           *cells,
           guint            width)
{
  guint n = self->columns->len;

  while (width > 0 && total_cells (cells, n) > width)
    {
      guint widest = n;

      for (guint c = 0; c < n; c++)
        if (weft_table_column (self, c)->align == WEFT_ALIGN_START && cells[c] > LEAST_CELLS
            && (widest == n || cells[c] > cells[widest]))
          widest = c;
      if (widest == n)
        return;
      cells[widest]--;
    }
}

static void
append_row (GString           *out,
            const WeftTable   *self,
            const char *const *texts,
            const guint       *cells,
            gboolean           unicode)
{
  for (guint c = 0; c < self->columns->len; c++)
    {
      if (c > 0)
        g_string_append (out, "  ");
      append_aligned (out, texts[c], cells[c], weft_table_column (self, c)->align, unicode);
    }
  trim_end (out);
  g_string_append_c (out, '\n');
}

/* The titles of the columns as a row. Free the container with g_free(). */
static const char **
list_titles (const WeftTable *self)
{
  const char **titles = g_new0 (const char *, self->columns->len + 1);

  for (guint c = 0; c < self->columns->len; c++)
    titles[c] = weft_table_column (self, c)->title;

  return titles;
}

/* Appends @text after what stands in the last line, broken at spaces, and inside of words that are
 * wider than a line. */
static void
append_wrapped (GString    *out,
                const char *text,
                guint       used,
                guint       width)
{
  const guint indent = 2;

  while (*text != '\0')
    {
      const char *at = text, *space = NULL;
      guint cells = used;

      while (*at != '\0')
        {
          guint next = cells_of_char (g_utf8_get_char (at));

          if (cells + next > width && at > text)
            break;
          if (*at == ' ')
            space = at;
          cells += next;
          at = g_utf8_next_char (at);
        }
      if (*at != '\0' && *at != ' ' && space != NULL)
        at = space;
      g_string_append_len (out, text, at - text);
      text = *at == ' ' ? at + 1 : at;
      if (*text != '\0')
        g_string_append_printf (out, "\n%*s", (int) indent, "");
      used = indent;
    }
  g_string_append_c (out, '\n');
}

/* Each cell on a line of its own after its column's title, and an empty line between rows. */
static void
append_stacked (GString         *out,
                const WeftTable *self,
                guint            width)
{
  for (guint r = 0; r < self->rows->len; r++)
    {
      if (r > 0)
        g_string_append_c (out, '\n');
      for (guint c = 0; c < self->columns->len; c++)
        {
          const char *cell = weft_table_cell (self, r, c);
          g_autofree char *line = NULL;

          if (*cell == '\0')
            continue;
          line = g_strdup_printf ("%s: %s", weft_table_column (self, c)->title, cell);
          append_wrapped (out, line, 0, width);
        }
    }
}

static void
append_csv_row (GString           *out,
                const char *const *texts)
{
  for (guint c = 0; texts[c] != NULL; c++)
    {
      if (c > 0)
        g_string_append_c (out, ',');
      weft_csv_write_text (out, texts[c]);
    }
  g_string_append (out, "\r\n");
}

static void
append_markdown_row (GString           *out,
                     const char *const *texts)
{
  g_string_append_c (out, '|');
  for (guint c = 0; texts[c] != NULL; c++)
    {
      g_string_append_c (out, ' ');
      for (const char *p = texts[c]; *p; p++)
        {
          if (*p == '|' || *p == '\\')
            g_string_append_c (out, '\\');
          g_string_append_c (out, *p);
        }
      g_string_append (out, " |");
    }
  g_string_append_c (out, '\n');
}

/**
 * weft_table_new: (skip)
 * @title: (nullable): above the table
 *
 * Returns: (transfer full): a table without columns and rows
 */
WeftTable *
weft_table_new (const char *title)
{
  WeftTable *self = g_new0 (WeftTable, 1);

  if (title != NULL)
    self->title = weft_plain_text (title, WEFT_PLAIN_ONE_LINE, MOST_CELL_CHARS);
  self->columns = g_array_new (FALSE, TRUE, sizeof (WeftTableColumn));
  g_array_set_clear_func (self->columns, clear_column);
  self->rows = g_ptr_array_new_with_free_func (free_row);
  self->exact = g_ptr_array_new_with_free_func (free_row);

  return self;
}

/**
 * weft_table_free: (skip)
 * @self: (nullable): a table
 */
void
weft_table_free (WeftTable *self)
{
  if (self == NULL)
    return;

  g_free (self->title);
  g_array_unref (self->columns);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->exact);
  g_free (self);
}

/**
 * weft_table_add_column: (skip)
 * @self: a table without rows
 * @title: of the column
 * @align: where its cells stand
 */
void
weft_table_add_column (WeftTable  *self,
                       const char *title,
                       WeftAlign   align)
{
  WeftTableColumn column = { .align = align };

  g_return_if_fail (self != NULL);
  g_return_if_fail (title != NULL);
  g_return_if_fail (self->rows->len == 0);

  column.title = weft_plain_text (title, WEFT_PLAIN_ONE_LINE, MOST_CELL_CHARS);
  g_array_append_val (self->columns, column);
}

/**
 * weft_table_add_row: (skip)
 * @self: a table
 * @cells: NULL-terminated, as many as columns
 *
 * What steers a terminal or turns the reading direction is shown as U+FFFD, line breaks as spaces,
 * and what is longer than 400 characters ends in an ellipsis. CSV alone has the cells as they are.
 */
void
weft_table_add_row (WeftTable         *self,
                    const char *const *cells)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (cells != NULL);
  g_return_if_fail (g_strv_length ((char **) cells) == self->columns->len);

  g_ptr_array_add (self->rows, shorten_cells (cells));
  g_ptr_array_add (self->exact, g_strdupv ((char **) cells));
}

/**
 * weft_table_n_rows: (skip)
 * @self: a table
 *
 * Returns: how many rows it has
 */
guint
weft_table_n_rows (WeftTable *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->rows->len;
}

/**
 * weft_table_n_columns: (skip)
 * @self: a table
 *
 * Returns: how many columns it has
 */
guint
weft_table_n_columns (WeftTable *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->columns->len;
}

/**
 * weft_table_get_title: (skip)
 * @self: a table
 * @column: index of a column
 *
 * Returns: (transfer none): its title
 */
const char *
weft_table_get_title (WeftTable *self,
                      guint      column)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, NULL);

  return weft_table_column (self, column)->title;
}

/**
 * weft_table_get_align: (skip)
 * @self: a table
 * @column: index of a column
 *
 * Returns: where its cells stand
 */
WeftAlign
weft_table_get_align (WeftTable *self,
                      guint      column)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, WEFT_ALIGN_START);

  return weft_table_column (self, column)->align;
}

/**
 * weft_table_get_cell: (skip)
 * @self: a table
 * @row: index of a row
 * @column: index of a column
 *
 * Returns: (transfer none): the cell's text as it is shown: one short line
 */
const char *
weft_table_get_cell (WeftTable *self,
                     guint      row,
                     guint      column)
{
  g_return_val_if_fail (self != NULL && row < self->rows->len && column < self->columns->len, NULL);

  return weft_table_cell (self, row, column);
}

/**
 * weft_table_to_text: (skip)
 * @self: a table
 * @width: columns of the terminal, 0 for no limit
 *
 * Aligned text with the header underlined. Too wide a table loses the ends of its widest
 * start-aligned columns, and one that is too wide even so has its cells below one another, each
 * after its title. The line is drawn with box characters where the locale has them.
 *
 * Returns: (transfer full): lines, each with a newline
 */
char *
weft_table_to_text (WeftTable *self,
                    guint      width)
{
  g_autofree const char **titles = NULL;
  g_autofree guint *cells = NULL;
  gboolean unicode = g_get_charset (NULL);
  GString *out;
  guint n;

  g_return_val_if_fail (self != NULL, NULL);

  n = self->columns->len;
  out = g_string_new (NULL);
  titles = list_titles (self);
  cells = g_new0 (guint, n);
  for (guint c = 0; c < n; c++)
    {
      cells[c] = weft_table_cells_of (titles[c]);
      for (guint r = 0; r < self->rows->len; r++)
        cells[c] = MAX (cells[c], weft_table_cells_of (weft_table_cell (self, r, c)));
    }
  fit_cells (self, cells, width);

  if (self->title != NULL)
    g_string_append_printf (out, "%s\n\n", self->title);
  if (width > 0 && total_cells (cells, n) > width)
    {
      append_stacked (out, self, width);
      return g_string_free (out, FALSE);
    }
  append_row (out, self, titles, cells, unicode);
  for (guint i = 0; i < total_cells (cells, n); i++)
    g_string_append (out, unicode ? "\u2500" : "-");
  g_string_append_c (out, '\n');
  for (guint r = 0; r < self->rows->len; r++)
    append_row (out, self, g_ptr_array_index (self->rows, r), cells, unicode);

  return g_string_free (out, FALSE);
}

/**
 * weft_table_to_csv: (skip)
 * @self: a table
 *
 * The header and the cells as they are, by RFC 4180: fields with a comma, a quote or a line break
 * are quoted, lines end with CR LF.
 *
 * Returns: (transfer full): the text
 */
char *
weft_table_to_csv (WeftTable *self)
{
  g_autofree const char **titles = NULL;
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  titles = list_titles (self);
  append_csv_row (out, titles);
  for (guint r = 0; r < self->rows->len; r++)
    append_csv_row (out, g_ptr_array_index (self->exact, r));

  return g_string_free (out, FALSE);
}

/**
 * weft_table_to_markdown: (skip)
 * @self: a table
 *
 * Returns: (transfer full): a Markdown table, with the title as a heading
 */
char *
weft_table_to_markdown (WeftTable *self)
{
  g_autofree const char **titles = NULL;
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  titles = list_titles (self);
  if (self->title != NULL)
    g_string_append_printf (out, "## %s\n\n", self->title);
  append_markdown_row (out, titles);
  g_string_append_c (out, '|');
  for (guint c = 0; c < self->columns->len; c++)
    g_string_append (out, weft_table_column (self, c)->align == WEFT_ALIGN_END ? " ---: |"
                                                                               : " --- |");
  g_string_append_c (out, '\n');
  for (guint r = 0; r < self->rows->len; r++)
    append_markdown_row (out, g_ptr_array_index (self->rows, r));

  return g_string_free (out, FALSE);
}
