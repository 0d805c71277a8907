/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of constants behind parts, and the look-up of the one that holds for a chip, fabrics and software. */
#include "model/weft-basis-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "cost/weft-gemm-private.h"
#include "model/measured/weft-measured-private.h"

/* Who has a constant in its equations. */
typedef enum
{
  PAPER = 1 << 0,    /* the ArchAgent paper's, on conventional chips */
  MEASURED = 1 << 1,
  PIPELINE = 1 << 2, /* on-chip memories in a row, by either */
} Equations;

/* What a constant may hold for alone, behind its "@". */
typedef enum
{
  ANYTHING,
  KERNEL,       /* chip and format, chip, format; those of a chip of the same silicon too */
  CHIP,         /* the same without a format */
  SILICON,      /* the chip alone */
  STEP,         /* chip, else format, of training */
  STACK,        /* software of training */
  FORMAT,       /* of training */
  ENGINE,       /* software of serving */
  WEIGHTS,      /* format of serving */
  SCALEUP,
  SCALEOUT,
  MPI_SCALEOUT, /* message passing, else the fabric */
} Scope;

typedef enum
{
  T = 1 << WEFT_WORKLOAD_TRAINING,
  V = 1 << WEFT_WORKLOAD_SERVING,
  S = 1 << WEFT_WORKLOAD_STENCIL,
  H = 1 << WEFT_WORKLOAD_HPCG,
  F = 1 << WEFT_WORKLOAD_FFT,
  C = 1 << WEFT_WORKLOAD_COUPLED,
} Kinds;

/* How its number is written. */
typedef enum
{
  UNIT,  /* in the unit of the profile */
  SHARE, /* in percent */
} Form;

typedef struct
{
  Equations equations;
  guint kinds; /* of #Kinds */
  WeftTimePart part;
  Scope scope;
  Form form;
  const char *key;
  const char *text; /* "%s" is the number */
} Row;

#define COMPUTE WEFT_PART_COMPUTE
#define MEMORY WEFT_PART_MEMORY
#define LATENCY WEFT_PART_LATENCY
#define BISECTION WEFT_PART_BISECTION
#define SOFTWARE WEFT_PART_SOFTWARE

/* The most telling first within each part. The coupled workload's are of its AI phase: its solver is the stencil. */
static const Row rows[] = {
  { PAPER, T | V | F | C, COMPUTE, ANYTHING, SHARE, "mfu", N_("arithmetic runs at %s of the peak") },
  { PAPER, S, COMPUTE, ANYTHING, SHARE, "phi64", N_("FP64 kernels run at %s of the vector peak") },
  { PAPER, T, COMPUTE, ANYTHING, UNIT, "train_flop_per_param_token", N_("a parameter takes %s FLOP for each token") },
  { PAPER, V, COMPUTE, ANYTHING, UNIT, "serve_flop_per_param_token", N_("a parameter takes %s FLOP for each token") },
  { PAPER, V | S | H | F | C, MEMORY, ANYTHING, SHARE, "mbw", N_("memory runs at %s of its bandwidth") },
  { PAPER, S | H, LATENCY, ANYTHING, UNIT, "halo_messages", N_("a halo takes %s messages, all between domains") },
  { PAPER, T, BISECTION, ANYTHING, SHARE, "overlap_tp",
    N_("%s of tensor-parallel collectives hide behind arithmetic") },
  { PAPER, T, BISECTION, ANYTHING, SHARE, "overlap_dp", N_("%s of gradients' collectives hide behind arithmetic") },
  { PAPER, T, LATENCY, ANYTHING, SHARE, "overlap_tp", N_("%s of tensor-parallel collectives hide behind arithmetic") },
  { PAPER, F, BISECTION, ANYTHING, SHARE, "alltoall_local_share", N_("%s of an all-to-all stays inside a domain") },
  { PIPELINE, V | C, COMPUTE, ANYTHING, SHARE, "dataflow_efficiency",
    N_("arithmetic on chips runs at %s of the peak") },
  { PIPELINE, V, COMPUTE, ANYTHING, UNIT, "serve_flop_per_param_token",
    N_("a parameter takes %s FLOP for each token") },

  { MEASURED, T, COMPUTE, KERNEL, SHARE, "gemm_flop_share", N_("large products reach %s of the peak") },
  { MEASURED, T, COMPUTE, STEP, SHARE, "train_rate_share", N_("products of a step reach %s of what they reach alone") },
  { MEASURED, T, COMPUTE, STACK, SHARE, "train_attention_share", N_("attention reaches %s of its best kernel") },
  { MEASURED, V, COMPUTE, KERNEL, SHARE, "gemm_flop_share", N_("large products reach %s of the peak") },
  { MEASURED, V, COMPUTE, ANYTHING, SHARE, "serving_flop_share",
    N_("an engine's products reach %s of what they reach alone") },
  { MEASURED, V, COMPUTE, ANYTHING, SHARE, "serving_attention_share",
    N_("an engine's attention reaches %s of its best kernel") },
  { MEASURED, S | H | F, COMPUTE, CHIP, SHARE, "vector_flop_share", N_("FP64 kernels run at %s of the vector peak") },
  { MEASURED, C, COMPUTE, KERNEL, SHARE, "gemm_flop_share", N_("large products reach %s of the peak") },
  { MEASURED, T | S | F | C, MEMORY, CHIP, SHARE, "stream_bw_share", N_("streams reach %s of the memory's bandwidth") },
  { MEASURED, T, MEMORY, STACK, SHARE, "train_elementwise", N_("norms and activations move %s of their tensors") },
  { MEASURED, T, MEMORY, ANYTHING, UNIT, "train_update_bytes", N_("the optimizer moves %s for a parameter") },
  { MEASURED, V, MEMORY, WEIGHTS, SHARE, "serving_bw_share", N_("reading weights reaches %s of memory bandwidth") },
  { MEASURED, V, MEMORY, ENGINE, SHARE, "serving_kv_bw_share", N_("reading keys and values reaches %s of it") },
  { MEASURED, S, MEMORY, SILICON, SHARE, "hpc_stencil_share", N_("stencils reach %s of what streams do") },
  { MEASURED, H, MEMORY, SILICON, SHARE, "hpc_multigrid_share", N_("multigrid reaches %s of the memory's bandwidth") },
  { MEASURED, H, MEMORY, ANYTHING, UNIT, "hpc_multigrid_levels", N_("an iteration has %s levels of multigrid") },
  { MEASURED, H, MEMORY, ANYTHING, UNIT, "hpc_multigrid_passes", N_("a level is read in %s passes") },
  { MEASURED, F, MEMORY, SILICON, SHARE, "hpc_fft_share", N_("transforms reach %s of what streams do") },
  { MEASURED, V, LATENCY, SCALEUP, UNIT, "one_shot_launch_s", N_("an engine's all-reduce starts in %s") },
  { MEASURED, V, LATENCY, SCALEUP, UNIT, "one_shot_step_s", N_("each rank of it adds %s") },
  { MEASURED, S | H, LATENCY, SILICON, UNIT, "hpc_sync_s", N_("chip and host wait %s for each other at an exchange") },
  { MEASURED, H, LATENCY, MPI_SCALEOUT, UNIT, "network_launch_s", N_("a sum over the network starts %s later") },
  { MEASURED, F, LATENCY, SCALEUP, UNIT, "collective_launch_s", N_("a collective starts in %s") },
  { MEASURED, T | F, BISECTION, SCALEUP, SHARE, "collective_share", N_("collectives reach %s of a scale-up link") },
  { MEASURED, T | F, BISECTION, SCALEOUT, SHARE, "network_share", N_("they reach %s of a network port") },
  { MEASURED, F, BISECTION, SCALEUP, SHARE, "all_to_all_share", N_("an all-to-all reaches %s of what rings do") },
  { MEASURED, T, BISECTION, STACK, SHARE, "train_tp_hidden",
    N_("%s of tensor-parallel collectives hide behind products") },
  { MEASURED, T, BISECTION, ANYTHING, SHARE, "train_dp_hidden",
    N_("%s of gradients' collectives hide behind products") },
  { MEASURED, T, BISECTION, STACK, SHARE, "train_pp_hidden", N_("%s of what stages pass on hides behind products") },
  { MEASURED, V, BISECTION, SCALEUP, SHARE, "one_shot_share",
    N_("an engine's all-reduce reaches %s of a scale-up link") },
  { MEASURED, S | H, BISECTION, MPI_SCALEOUT, SHARE, "network_share",
    N_("message passing reaches %s of a network port") },
  { MEASURED, T, SOFTWARE, STACK, UNIT, "train_host_layer_s", N_("the host works %s for a layer") },
  { MEASURED, T, SOFTWARE, FORMAT, SHARE, "train_straggler", N_("each doubling of chips waits %s longer") },
  { MEASURED, T, SOFTWARE, ANYTHING, UNIT, "train_step_s", N_("a step takes %s on top") },
  { MEASURED, V, SOFTWARE, ENGINE, UNIT, "serving_layer_s", N_("an engine takes %s for a layer") },
  { MEASURED, V, SOFTWARE, ENGINE, UNIT, "serving_step_s", N_("an engine takes %s for a step") },
  { MEASURED, V, SOFTWARE, ENGINE, UNIT, "serving_request_s", N_("an engine takes %s for each request of a step") },
  { MEASURED, S | H | F, SOFTWARE, CHIP, UNIT, "host_launch_s", N_("launching a kernel takes %s") },
  { MEASURED, H, SOFTWARE, ANYTHING, UNIT, "hpc_pass_launches", N_("a pass takes %s kernels") },
};

#undef COMPUTE
#undef MEMORY
#undef LATENCY
#undef BISECTION
#undef SOFTWARE

#define MAX_SCOPES 6

/* Names that a constant may have behind its "@" in one place. */
typedef struct
{
  const char *names[MAX_SCOPES];
  guint n;
  char *made[2];
} Names;

static void
names_clear (Names *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->made); i++)
    g_free (self->made[i]);
}

static void
names_add (Names      *self,
           const char *name)
{
  if (name != NULL)
    self->names[self->n++] = name;
  self->names[self->n] = NULL;
}

static void
basis_free (gpointer data)
{
  WeftBasis *self = data;

  g_free (self->text);
  g_free (self);
}

/* The format of products: 16 bits but for serving where the chip has FP8. */
static WeftFormat
format_of (const WeftSite   *site,
           WeftWorkloadKind  kind)
{
  return kind == WEFT_WORKLOAD_SERVING && site->chip->peak_fp8_flops > 0 ? WEFT_FORMAT_FP8 : WEFT_FORMAT_BF16;
}

/* As weft_chip_kernels_init() looks them up. */
static void
name_kernels (Names          *self,
              WeftProfile    *profile,
              const WeftChip *at,
              const char     *format)
{
  const char *like = weft_kernels_like (profile, at), *chip = at->id;

  if (format != NULL)
    names_add (self, self->made[0] = g_strconcat (chip, "/", format, NULL));
  if (format != NULL && like != NULL)
    names_add (self, self->made[1] = g_strconcat (like, "/", format, NULL));
  names_add (self, chip);
  names_add (self, like);
  names_add (self, format);
}

static void
name_engines (Names      *self,
              const char *engine)
{
  double version;

  self->made[0] = weft_serving_engine_parse (engine, &version);
  names_add (self, engine);
  names_add (self, self->made[0]);
}

static void
name_scopes (Names            *self,
             const WeftModel  *model,
             const WeftSite   *site,
             WeftWorkloadKind  kind,
             Scope             scope)
{
  WeftProfile *profile = weft_inventory_get_profile (model->inventory);
  const char *chip = site->chip->id;
  const char *format = weft_format_nick (format_of (site, kind));

  *self = (Names) { 0 };
  if (scope == KERNEL || scope == CHIP)
    name_kernels (self, profile, site->chip, scope == KERNEL ? format : NULL);
  else if (scope == SILICON || scope == STEP)
    names_add (self, chip);
  if (scope == FORMAT || scope == WEIGHTS || scope == STEP)
    names_add (self, format);
  if (scope == STACK && model->measured != NULL)
    names_add (self, model->measured->stack);
  if (scope == ENGINE && model->measured != NULL)
    name_engines (self, model->measured->engine);
  if (scope == MPI_SCALEOUT)
    names_add (self, weft_collective_library_nick (WEFT_LIBRARY_MPI));
  if (scope == SCALEUP)
    names_add (self, weft_inventory_scaleup (model->inventory, site->scaleup)->id);
  if (scope == SCALEOUT || scope == MPI_SCALEOUT)
    names_add (self, weft_inventory_scaleout (model->inventory, site->scaleout)->id);
}

/* --- one row --- */

static gboolean
is_of_chip (const char     *found,
            const WeftChip *chip,
            const char     *like)
{
  const char *scope = strchr (found, '@');

  return scope != NULL
         && (g_str_has_prefix (scope + 1, chip->id) || (like != NULL && g_str_has_prefix (scope + 1, like)));
}

/* A chip whose products were not fitted takes a share of the best one that the catalog knows of it. */
static gboolean
use_best_product (WeftBasis       *basis,
                  const WeftModel *model,
                  const WeftSite  *site,
                  WeftFormat       format)
{
  static const char *const none[] = { NULL };
  WeftProfile *profile = weft_inventory_get_profile (model->inventory);
  double best = weft_gemm_achieved_flops (site->chip, format);

  if (is_of_chip (basis->key, site->chip, weft_kernels_like (profile, site->chip)) || !(best > 0))
    return FALSE;
  return weft_profile_get_scoped (profile, "gemm_achieved_share", none, &basis->value, &basis->key, NULL);
}

/* A fabric that was not measured has the share that its record expects, as in weft_fabric_init(). */
static void
use_efficiency (WeftBasis       *basis,
                const WeftModel *model,
                const WeftSite  *site,
                Scope            scope)
{
  const WeftScaleup *up = weft_inventory_scaleup (model->inventory, site->scaleup);
  const WeftScaleout *out = weft_inventory_scaleout (model->inventory, site->scaleout);
  WeftRecord *record = scope == SCALEUP ? up->record : out->record;
  double efficiency = weft_record_get_number (record, "efficiency");
  WeftValue value;

  if (strchr (basis->key, '@') != NULL || !(efficiency > 0) || !weft_record_lookup (record, "efficiency", &value))
    return;
  basis->value *= MIN (efficiency, 1);
  basis->key = value.key;
  basis->of = scope == SCALEUP ? up->id : out->id;
  basis->from = value;
}

static char *
write_row (const Row        *row,
           const WeftBasis  *basis,
           const char       *unit,
           const char       *text)
{
  g_autofree char *number = weft_basis_write (basis->value, row->form == SHARE ? "%" : unit);
  g_autoptr (GString) clause = g_string_new (text);

  g_string_replace (clause, "%s", number, 1);
  return g_string_free (g_steal_pointer (&clause), FALSE);
}

static void
add_row (GPtrArray        *list,
         const Row        *row,
         const WeftModel  *model,
         const WeftSite   *site,
         WeftWorkloadKind  kind)
{
  WeftProfile *profile = weft_inventory_get_profile (model->inventory);
  const char *text = _(row->text);
  WeftBasis basis = { .part = row->part };
  Names names;

  name_scopes (&names, model, site, kind, row->scope);
  if (weft_profile_get_scoped (profile, row->key, names.names, &basis.value, &basis.key, NULL))
    {
      const char *unit;

      if (g_str_equal (row->key, "gemm_flop_share") && use_best_product (&basis, model, site, format_of (site, kind)))
        text = _("products reach %s of the best one that the catalog knows of the chip");
      unit = weft_profile_get_unit (profile, basis.key);

      weft_profile_lookup (profile, basis.key, &basis.from);
      if (g_str_equal (row->key, "collective_share") || g_str_equal (row->key, "network_share"))
        use_efficiency (&basis, model, site, row->scope);
      /* What takes no time says nothing. */
      if (row->form == SHARE || basis.value != 0)
        {
          basis.text = write_row (row, &basis, unit, text);
          g_ptr_array_add (list, g_memdup2 (&basis, sizeof basis));
        }
    }
  names_clear (&names);
}

GPtrArray *
weft_basis_list (const WeftModel  *model,
                 const WeftSite   *site,
                 WeftWorkloadKind  kind,
                 WeftTimePart      part)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (basis_free);
  Equations equations = site->chip->dataflow      ? PIPELINE
                        : model->measured != NULL ? MEASURED
                                                  : PAPER;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if ((rows[i].equations & equations) != 0 && (rows[i].kinds & (1u << kind)) != 0
        && (part == WEFT_N_PARTS || rows[i].part == part))
      add_row (list, &rows[i], model, site, kind);
  return list;
}

char *
weft_basis_write (double      value,
                  const char *unit)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (g_strcmp0 (unit, "s") == 0)
    return weft_quantity_format (value, WEFT_UNIT_S);
  if (g_strcmp0 (unit, "B") == 0)
    return weft_quantity_format (value, WEFT_UNIT_BYTES);
  if (g_strcmp0 (unit, "W") == 0)
    return weft_quantity_format (value, WEFT_UNIT_W);
  g_ascii_formatd (number, sizeof number, "%.3g", g_strcmp0 (unit, "%") == 0 ? 100 * value : value);
  return g_strdup_printf (g_strcmp0 (unit, "%") == 0 ? "%s\u00a0%%" : "%s", number);
}
