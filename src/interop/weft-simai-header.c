/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first line of a workload text: how layers follow each other, and how ranks are grouped. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "interop/weft-simai-private.h"
#include "workload/weft-workload-text-private.h"

#define MAX_CHECKPOINTS 1000000
#define MAX_NOTES 32u

typedef struct
{
  const char *word;
  WeftSimaiPolicy policy;
  gboolean is_simai;
} Word;

static const Word words[] = {
  { "MICRO", WEFT_SIMAI_MICRO, FALSE },
  { "DATA", WEFT_SIMAI_DATA, FALSE },
  { "MODEL", WEFT_SIMAI_MODEL, FALSE },
  { "HYBRID_DATA_MODEL", WEFT_SIMAI_DATA_MODEL, FALSE },
  { "HYBRID_MODEL_DATA", WEFT_SIMAI_MODEL_DATA, FALSE },
  { "HYBRID_DLRM", WEFT_SIMAI_DLRM, FALSE },
  { "HYBRID_DLRM_ENHANCED", WEFT_SIMAI_DLRM, FALSE },
  { "DISTRIBUTED_INFERENCE", WEFT_SIMAI_INFERENCE, TRUE },
  { "HYBRID_TRANSFORMER", WEFT_SIMAI_TRANSFORMER, TRUE },
  { "HYBRID_TRANSFORMER_FWD_IN_BCKWD", WEFT_SIMAI_TRANSFORMER, TRUE },
};

typedef struct
{
  WeftSimaiText *text;
  char **fields;
  guint at;
} Header;

static const Word *
find_word (const char *text, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].word) == length && memcmp (words[i].word, text, length) == 0)
      return &words[i];
  return NULL;
}

/* Without its colon: some writers leave it out. (transfer full) */
static char *
take_key (Header *self)
{
  char *key = g_strdup (self->fields[self->at++]);
  gsize length = strlen (key);

  if (length > 0 && key[length - 1] == ':')
    key[length - 1] = '\0';
  return key;
}

static gboolean
take_amount (Header *self, const char *key, double *amount, GError **error)
{
  const char *field = self->fields[self->at];
  g_autofree char *shown = field != NULL ? weft_quote (field, -1) : g_strdup (_("the end of the line"));

  if (field != NULL && weft_workload_parse_amount (field, strlen (field), amount))
    {
      self->at++;
      return TRUE;
    }
  return weft_simai_text_refuse (self->text, 1, WEFT_SIM_ERROR_INVALID, error,
                                 _("found %s after “%s”, expected a number from 0 on"), shown, key);
}

static gboolean
take_count (Header *self, const char *key, guint32 least, guint32 *count, GError **error)
{
  double amount;

  if (!take_amount (self, key, &amount, error))
    return FALSE;
  if (amount < least || amount >= G_MAXUINT32 || amount != (double) (guint32) amount)
    return weft_simai_text_refuse (self->text, 1, WEFT_SIM_ERROR_INVALID, error,
                                   _("“%s” is %g, expected a whole number from %u on"), key, amount, least);
  *count = (guint32) amount;
  return TRUE;
}

/* A count, and as many numbers of lines. */
static gboolean
take_lines (Header *self, const char *key, GArray *lines, GError **error)
{
  guint32 n = 0;

  if (!take_count (self, key, 0, &n, error))
    return FALSE;
  if (n > MAX_CHECKPOINTS)
    return weft_simai_text_refuse (self->text, 1, WEFT_SIM_ERROR_LIMIT, error, _("“%s” lists %u lines; at most %u are read"),
                                   key, n, MAX_CHECKPOINTS);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 line;

      if (!take_count (self, key, 0, &line, error))
        return FALSE;
      g_array_append_val (lines, line);
    }
  return TRUE;
}

static guint32 *
find_count (WeftSimaiText *text, const char *key)
{
  const struct
  {
    const char *key;
    guint32 *count;
  } counts[] = {
    { "model_parallel_NPU_group", &text->tp },
    { "ep", &text->ep },
    { "expert_parallel_npu_group", &text->ep },
    { "pp", &text->pp },
    { "vpp", &text->vpp },
    { "ga", &text->ga },
    { "all_gpus", &text->n_ranks },
  };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (g_str_equal (counts[i].key, key))
      return counts[i].count;
  return NULL;
}

static void
note_unknown (WeftSimaiText *text, const char *key)
{
  g_autofree char *shown = weft_quote (key, -1);

  if (text->notes->len < MAX_NOTES)
    g_ptr_array_add (text->notes, g_strdup_printf (_("%s:1: %s is not known and was not used"), text->path, shown));
}

static gboolean
take_member (Header *self, GError **error)
{
  g_autofree char *key = take_key (self);
  guint32 *count = find_count (self->text, key);

  if (count != NULL)
    return take_count (self, key, 1, count, error);
  if (g_str_equal (key, "DLRM_LAST_BOTTOM_LAYER"))
    return take_count (self, key, 0, &self->text->last_bottom, error);
  if (g_str_equal (key, "pp_comm"))
    return take_amount (self, key, &self->text->pp_bytes, error);
  if (g_str_equal (key, "checkpoints"))
    return take_lines (self, key, self->text->checkpoints, error);
  if (g_str_equal (key, "checkpoint_initiates"))
    return take_lines (self, key, self->text->initiators, error);
  note_unknown (self->text, key);
  return TRUE;
}

/* "HYBRID_DLRM 3" says the last bottom layer without a key. */
static gboolean
take_bottom (Header *self, GError **error)
{
  if (self->text->policy != WEFT_SIMAI_DLRM)
    return TRUE;
  if (self->fields[self->at] != NULL && g_ascii_isdigit (*self->fields[self->at]))
    return take_count (self, words[WEFT_SIMAI_DLRM].word, 0, &self->text->last_bottom, error);
  if (self->fields[self->at] != NULL)
    return TRUE;
  return weft_simai_text_refuse (self->text, 1, WEFT_SIM_ERROR_INVALID, error,
                                 _("HYBRID_DLRM has to be followed by the number of the last bottom layer"));
}

static gboolean
refuse_word (const WeftSimaiText *text, const char *word, GError **error)
{
  g_autofree char *shown = weft_quote (word, -1);

  if (g_str_equal (word, "HYBRID_CUSTOMIZED"))
    return weft_simai_text_refuse (text, 1, WEFT_SIM_ERROR_UNSUPPORTED, error,
                                   _("HYBRID_CUSTOMIZED, where each layer has a parallelism of its own, is not read; "
                                     "write the trace as Chakra files"));
  return weft_simai_text_refuse (text, 1, WEFT_SIM_ERROR_INVALID, error,
                                 _("found %s, expected a parallelism such as HYBRID_TRANSFORMER_FWD_IN_BCKWD, DATA or "
                                   "MICRO"), shown);
}

/* Split at blanks, empty fields left out. (transfer full) */
static char **
split (const char *line, gsize length)
{
  GPtrArray *fields = g_ptr_array_new ();

  for (gsize i = 0; i < length;)
    {
      gsize begin;

      while (i < length && g_ascii_isspace (line[i]))
        i++;
      begin = i;
      while (i < length && !g_ascii_isspace (line[i]))
        i++;
      if (i > begin)
        g_ptr_array_add (fields, g_strndup (line + begin, i - begin));
    }
  g_ptr_array_add (fields, NULL);
  return (char **) g_ptr_array_free (fields, FALSE);
}

gboolean
weft_simai_header_read (WeftSimaiText *self, const char *line, gsize length, GError **error)
{
  g_auto (GStrv) fields = split (line, length);
  Header header = { self, fields, 1 };
  const Word *word;

  if (fields[0] == NULL)
    return weft_simai_text_refuse (self, 1, WEFT_SIM_ERROR_INVALID, error, _("the first line is empty"));
  word = find_word (fields[0], strlen (fields[0]));
  if (word == NULL)
    return refuse_word (self, fields[0], error);
  self->policy = word->policy;
  if (!take_bottom (&header, error))
    return FALSE;
  while (fields[header.at] != NULL)
    if (!take_member (&header, error))
      return FALSE;
  if (self->policy == WEFT_SIMAI_TRANSFORMER && self->tp == 0)
    return weft_simai_text_refuse (self, 1, WEFT_SIM_ERROR_INVALID, error,
                                   _("%s needs “model_parallel_NPU_group:”, the ranks of a tensor-parallel group"),
                                   word->word);
  /* ranks in groups, or how many there are: words that only SimAI writes */
  self->is_simai = word->is_simai || self->n_ranks > 0 || self->tp > 0;
  self->tp = MAX (1, self->tp);
  return TRUE;
}

gboolean
weft_simai_begins (const char *text, gsize length)
{
  gsize n = 0;

  while (n < length && !g_ascii_isspace (text[n]))
    n++;
  return n < length && (find_word (text, n) != NULL || (n == 17 && memcmp (text, "HYBRID_CUSTOMIZED", n) == 0));
}
