/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One domain: what it reads, the fit to all of it, and the fits that hold parts of it out. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "calib/gauge/weft-gauge-part-private.h"

/* As the profile has constants: more would say more than measurements do. */
#define DIGITS 4u
/* How far a constant is moved to see what it moves, and which share of that is nothing. */
#define NUDGE 1e-3
#define SLIGHT 1e-5
/* Repositories that a constant's source names. */
#define MAX_NAMED 6u

typedef struct
{
  WeftGaugePart *part;
  guint n_fits;
  guint n_done;
  WeftGaugeTick tick;
  gpointer data;
  GCancellable *cancellable;
} Work;

double
weft_gauge_round (double value, guint digits)
{
  char format[16];
  char text[64];

  if (!isfinite (value))
    return value;
  g_snprintf (format, sizeof format, "%%.%ue", digits - 1);
  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, format, value), NULL);
}

/* --- making one --- */

static void
free_case (const WeftGaugeDomain *domain, WeftGaugeCase *a_case)
{
  if (domain->free_data != NULL && a_case->data != NULL)
    domain->free_data (a_case->data);
  g_free (a_case->id);
  g_free (a_case->set);
  g_free (a_case->source);
  g_free (a_case->series);
  g_free (a_case->choice);
  g_free (a_case->scope);
  g_free (a_case->label);
  g_free (a_case);
}

static void
free_parameter (gpointer data)
{
  WeftGaugeParameter *parameter = data;

  g_free (parameter->key);
  g_free (parameter->unit);
  g_free (parameter->parent);
  g_free (parameter->note);
  g_free (parameter->range);
  g_free (parameter);
}

void
weft_gauge_part_free (WeftGaugePart *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; self->cases != NULL && i < self->cases->len; i++)
    free_case (self->domain, self->cases->pdata[i]);
  g_clear_pointer (&self->cases, g_ptr_array_unref);
  for (guint j = 0; self->parameters != NULL && j < self->parameters->len; j++)
    {
      free_parameter (self->parameters->pdata[j]);
      if (self->origin != NULL)
        g_free (self->origin[j]);
    }
  g_clear_pointer (&self->parameters, g_ptr_array_unref);
  g_clear_pointer (&self->skipped, g_ptr_array_unref);
  g_clear_pointer (&self->repositories, g_ptr_array_unref);
  for (guint view = 0; view < WEFT_GAUGE_N_VIEWS; view++)
    g_free (self->predicted[view]);
  g_free (self->x);
  g_free (self->fold);
  g_free (self->moves);
  g_free (self->assumed);
  g_free (self->n_bearing);
  g_free (self->residual);
  g_free (self->low);
  g_free (self->high);
  g_free (self->origin);
  if (self->context != NULL)
    self->domain->context_free (self->context);
  g_clear_object (&self->inventory);
  g_free (self);
}

/* A case that no error can be told of would spoil all sums. */
static void
drop_unusable (WeftGaugePart *self)
{
  for (guint i = 0; i < self->cases->len;)
    {
      WeftGaugeCase *a_case = self->cases->pdata[i];

      if (a_case->measured > 0 && isfinite (a_case->measured))
        {
          i++;
          continue;
        }
      g_ptr_array_add (self->skipped, g_strdup_printf (_("%s: the measured value is no number above 0"), a_case->id));
      g_ptr_array_remove_index (self->cases, i);
      free_case (self->domain, a_case);
    }
}

static double *
new_unknown (guint n)
{
  double *values = g_new (double, n);

  for (guint i = 0; i < n; i++)
    values[i] = NAN;
  return values;
}

static void
make_room (WeftGaugePart *self)
{
  guint m = self->cases->len;
  guint n = self->parameters->len;

  for (guint view = 0; view < WEFT_GAUGE_N_VIEWS; view++)
    self->predicted[view] = new_unknown (m);
  self->x = new_unknown (n);
  self->fold = g_new0 (guint, m);
  self->moves = g_new0 (guint8, (gsize) m * n);
  self->assumed = g_new0 (gboolean, m);
  self->n_bearing = g_new0 (guint, n);
  self->residual = new_unknown (n);
  self->low = new_unknown (n);
  self->high = new_unknown (n);
  self->origin = g_new0 (char *, n);
}

/* What a row is about, where its domain has no words of its own. */
static char *
label_row (const WeftGaugeRow *row)
{
  GString *label = g_string_new (row->model);

  if (*row->chip != '\0')
    g_string_append_printf (label, "%s%s %s", label->len > 0 ? ", " : "", *row->count != '\0' ? row->count : "1",
                            row->chip);
  if (*row->precision != '\0')
    g_string_append_printf (label, ", %s", row->precision);
  return g_string_free (label, FALSE);
}

static char *
name_repository (const WeftGaugeCase *a_case, const WeftGaugeRow *row)
{
  g_autofree char *source = row != NULL ? weft_gauge_row_source (row) : g_strdup (a_case->source);

  return weft_gauge_repository (source);
}

/* What is known of cases from their rows. */
static void
look_up_rows (WeftGaugePart *self, GPtrArray *rows)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < rows->len; i++)
    g_hash_table_insert (known, (gpointer) ((const WeftGaugeRow *) rows->pdata[i])->id, rows->pdata[i]);
  self->repositories = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->cases->len; i++)
    {
      WeftGaugeCase *a_case = self->cases->pdata[i];
      g_autofree char *id = g_strndup (a_case->id, strcspn (a_case->id, " "));
      const WeftGaugeRow *row = g_hash_table_lookup (known, id);

      g_ptr_array_add (self->repositories, name_repository (a_case, row));
      if (row != NULL && a_case->label == NULL)
        a_case->label = label_row (row);
    }
}

WeftGaugePart *
weft_gauge_part_new (const WeftGaugeDomain *domain, WeftInventory *inventory, GPtrArray *rows, GError **error)
{
  WeftGaugePart *self = g_new0 (WeftGaugePart, 1);

  self->domain = domain;
  self->inventory = g_object_ref (inventory);
  self->skipped = g_ptr_array_new_with_free_func (g_free);
  self->context = domain->context_new (inventory, error);
  if (self->context == NULL)
    {
      weft_gauge_part_free (self);
      return NULL;
    }
  self->cases = domain->read (self->context, rows, self->skipped);
  drop_unusable (self);
  look_up_rows (self, rows);
  self->parameters = domain->parameters (self->context, self->cases);
  make_room (self);
  return self;
}

/* --- predictions --- */

static double
predict (const WeftGaugePart *self, const double *x, guint index)
{
  double predicted = self->domain->predict (self->context, x, self->cases->pdata[index]);

  return predicted > 0 && isfinite (predicted) ? predicted : NAN;
}

static void
predict_all (WeftGaugePart *self)
{
  for (guint i = 0; i < self->cases->len; i++)
    self->predicted[WEFT_GAUGE_IN_SAMPLE][i] = predict (self, self->x, i);
}

/* Which constants move which cases, where they are now. */
static void
find_moves (WeftGaugePart *self)
{
  guint n = self->parameters->len;
  g_autofree double *x = g_memdup2 (self->x, sizeof (double) * n);

  for (guint j = 0; j < n; j++)
    {
      const WeftGaugeParameter *parameter = weft_gauge_part_parameter (self, j);
      double nudged = self->x[j] * (1 + NUDGE) + (parameter->is_log ? 0 : NUDGE);

      x[j] = nudged > parameter->high ? self->x[j] * (1 - NUDGE) - (parameter->is_log ? 0 : NUDGE) : nudged;
      for (guint i = 0; i < self->cases->len; i++)
        {
          double predicted = predict (self, x, i);

          self->moves[(gsize) i * n + j]
            = !isnan (predicted) && fabs (predicted / self->predicted[WEFT_GAUGE_IN_SAMPLE][i] - 1) > NUDGE * SLIGHT;
        }
      x[j] = self->x[j];
    }
}

/* --- what the constants come from --- */

/* Whether the fit of a constant has seen the case. */
static gboolean
is_fitted_by (const WeftGaugePart *self, guint i, guint j)
{
  return weft_gauge_part_case (self, i)->weight > 0 && self->moves[(gsize) i * self->parameters->len + j];
}

static gboolean
is_parent (const WeftGaugePart *self, guint child, guint j)
{
  return g_strcmp0 (weft_gauge_part_parameter (self, child)->parent, weft_gauge_part_parameter (self, j)->key) == 0;
}

/* Whether the case bears on a constant itself or on one that is drawn to it. */
static gboolean
informs (const WeftGaugePart *self, guint i, guint j)
{
  if (is_fitted_by (self, i, j))
    return TRUE;
  for (guint k = j + 1; k < self->parameters->len; k++)
    if (is_parent (self, k, j) && weft_gauge_part_parameter (self, k)->pull > 0 && is_fitted_by (self, i, k))
      return TRUE;
  return FALSE;
}

/* The repositories of the rows that a constant follows from, in words; NULL for none. */
static char *
name_origin (const WeftGaugePart *self, guint j)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GString *names = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->cases->len; i++)
    {
      char *repository = self->repositories->pdata[i];

      if (!informs (self, i, j) || !g_hash_table_add (seen, repository) || ++n > MAX_NAMED)
        continue;
      g_string_append_printf (names, "%s%s", n > 1 ? "; " : "", repository);
    }
  if (n > MAX_NAMED)
    g_string_append_printf (names, "; %u more", n - MAX_NAMED);
  return g_string_free (names, n == 0);
}

static void
judge_parameter (WeftGaugePart *self, guint j)
{
  double sum = 0;

  for (guint i = 0; i < self->cases->len; i++)
    {
      double predicted = self->predicted[WEFT_GAUGE_IN_SAMPLE][i];

      if (!is_fitted_by (self, i, j) || isnan (predicted))
        continue;
      self->n_bearing[j]++;
      sum += pow (log (predicted / weft_gauge_part_case (self, i)->measured), 2);
    }
  if (self->n_bearing[j] > 0)
    self->residual[j] = sqrt (sum / self->n_bearing[j]);
  self->origin[j] = name_origin (self, j);
}

/* --- fits --- */

static gboolean
solve (Work *work, const gboolean *use, double *x)
{
  WeftGaugeProblem problem = { work->part, use, work->cancellable };
  gboolean done = weft_gauge_solve (&problem, x);

  work->n_done++;
  if (done && work->tick != NULL)
    work->tick ((double) work->n_done / work->n_fits, work->data);
  return done;
}

static gboolean
fit_all (Work *work)
{
  WeftGaugePart *self = work->part;
  guint m = self->cases->len;
  guint n = self->parameters->len;
  g_autofree gboolean *use = g_new (gboolean, m);

  for (guint i = 0; i < m; i++)
    use[i] = TRUE;
  if (!solve (work, use, self->x))
    return FALSE;
  for (guint j = 0; j < n; j++)
    self->x[j] = weft_gauge_round (self->x[j], DIGITS);
  predict_all (self);
  find_moves (self);
  for (guint j = 0; j < n; j++)
    judge_parameter (self, j);
  return TRUE;
}

static void
note_bounds (WeftGaugePart *self, const double *x)
{
  for (guint j = 0; j < self->parameters->len; j++)
    {
      self->low[j] = fmin (self->low[j], x[j]);
      self->high[j] = fmax (self->high[j], x[j]);
    }
}

/* Rows bear on it, or on one that is drawn to it, or on the one that it is drawn to. @n_left: by parameter. */
static gboolean
is_known (const WeftGaugePart *self, const guint *n_left, guint j)
{
  if (n_left[j] > 0)
    return TRUE;
  for (guint k = j + 1; k < self->parameters->len; k++)
    if (n_left[k] > 0 && weft_gauge_part_parameter (self, k)->pull > 0 && is_parent (self, k, j))
      return TRUE;
  for (guint k = 0; k < j; k++)
    if (is_parent (self, j, k))
      return is_known (self, n_left, k);
  return FALSE;
}

/* Without these rows nothing bears on some constant that moves them: what is said of them is what it started from. */
static void
note_assumed (WeftGaugePart *self, const guint *fold, guint k)
{
  guint n = self->parameters->len;
  g_autofree guint *n_left = g_new0 (guint, n);

  for (guint i = 0; i < self->cases->len; i++)
    for (guint j = 0; j < n; j++)
      n_left[j] += fold[i] != k && is_fitted_by (self, i, j);
  for (guint i = 0; i < self->cases->len; i++)
    for (guint j = 0; j < n && fold[i] == k; j++)
      self->assumed[i] |= !is_known (self, n_left, j) && self->moves[(gsize) i * n + j];
}

/* Each fold is predicted by the fit to all others. */
static gboolean
hold_out (Work *work, const guint *fold, guint n_folds, WeftGaugeView view)
{
  WeftGaugePart *self = work->part;
  g_autofree gboolean *use = g_new (gboolean, self->cases->len);
  g_autofree double *x = g_new (double, self->parameters->len);

  for (guint k = 0; k < n_folds; k++)
    {
      for (guint i = 0; i < self->cases->len; i++)
        use[i] = fold[i] != k;
      if (!solve (work, use, x))
        return FALSE;
      for (guint i = 0; i < self->cases->len; i++)
        if (fold[i] == k)
          self->predicted[view][i] = predict (self, x, i);
      if (view == WEFT_GAUGE_HELD_OUT)
        {
          note_bounds (self, x);
          note_assumed (self, fold, k);
        }
    }
  return TRUE;
}

static guint
count_sources (const WeftGaugePart *self)
{
  g_autoptr (GHashTable) sources = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->cases->len; i++)
    g_hash_table_add (sources, weft_gauge_part_case (self, i)->source);
  return g_hash_table_size (sources);
}

gboolean
weft_gauge_part_fit (WeftGaugePart *self, guint n_folds, WeftGaugeTick tick, gpointer data, GCancellable *cancellable,
                     GError **error)
{
  g_autofree guint *repository = g_new0 (guint, self->cases->len);
  guint n_repositories = weft_gauge_fold_repositories (self->repositories, repository);
  Work work = { self, 0, 0, tick, data, cancellable };

  self->n_folds = weft_gauge_fold (self->cases, n_folds, self->fold);
  self->n_sources = count_sources (self);
  if (n_repositories < 2)
    n_repositories = 0;
  work.n_fits = 1 + self->n_folds + n_repositories;
  if (fit_all (&work) && hold_out (&work, self->fold, self->n_folds, WEFT_GAUGE_HELD_OUT)
      && hold_out (&work, repository, n_repositories, WEFT_GAUGE_ELSEWHERE))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("the fit was cancelled"));
  return FALSE;
}

/* --- without a fit --- */

/* The profile's constant of that name, else of the wider name that it is a special case of, else where a fit would
 * start: as the evaluator itself takes it for a part that was not measured. */
static double
constant_of (const WeftGaugePart *self, WeftProfile *profile, guint j)
{
  const WeftGaugeParameter *parameter = weft_gauge_part_parameter (self, j);
  g_autofree char *wide = g_strndup (parameter->key, strcspn (parameter->key, "@"));
  double value;

  if (weft_profile_get_number (profile, parameter->key, &value, NULL))
    return value;
  for (guint k = 0; parameter->parent != NULL && k < j; k++)
    if (g_str_equal (weft_gauge_part_parameter (self, k)->key, parameter->parent))
      return self->x[k];
  return weft_profile_get_number (profile, wide, &value, NULL) ? value : parameter->start;
}

void
weft_gauge_part_look (WeftGaugePart *self, WeftProfile *profile)
{
  self->n_sources = count_sources (self);
  for (guint j = 0; j < self->parameters->len; j++)
    self->x[j] = constant_of (self, profile, j);
  predict_all (self);
}
