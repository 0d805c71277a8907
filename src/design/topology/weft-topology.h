/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generators of topologies: which there are, what parameters they take, and the network that
 * they make of them. A window builds its forms from the same table. */
#pragma once

#include <json-glib/json-glib.h>

#include "design/topology/weft-topology-net.h"

G_BEGIN_DECLS

#define WEFT_TOPOLOGY_ERROR (weft_topology_error_quark ())

/**
 * WeftTopologyError:
 * @WEFT_TOPOLOGY_ERROR_GENERATOR: there is no such generator
 * @WEFT_TOPOLOGY_ERROR_PARAMETER: the generator has no such parameter
 * @WEFT_TOPOLOGY_ERROR_RANGE: a number outside of what the parameter takes
 * @WEFT_TOPOLOGY_ERROR_RELATION: parameters that do not go together
 * @WEFT_TOPOLOGY_ERROR_SIZE: more vertices or cables than are built
 * @WEFT_TOPOLOGY_ERROR_MEMORY: no memory for the network
 *
 * Parameters of a wrong type and missing ones are a #WeftJsonError.
 */
typedef enum
{
  WEFT_TOPOLOGY_ERROR_GENERATOR,
  WEFT_TOPOLOGY_ERROR_PARAMETER,
  WEFT_TOPOLOGY_ERROR_RANGE,
  WEFT_TOPOLOGY_ERROR_RELATION,
  WEFT_TOPOLOGY_ERROR_SIZE,
  WEFT_TOPOLOGY_ERROR_MEMORY,
} WeftTopologyError;

/**
 * WeftTopologyParamType:
 * @WEFT_TOPOLOGY_NUMBER: one whole number
 * @WEFT_TOPOLOGY_NUMBERS: a list of whole numbers, such as the sides of a torus
 * @WEFT_TOPOLOGY_VERTICES: a list of vertices, which may be empty, each at most once
 * @WEFT_TOPOLOGY_CABLES: a list of [end, end, cables]; without the third, one cable
 */
typedef enum
{
  WEFT_TOPOLOGY_NUMBER,
  WEFT_TOPOLOGY_NUMBERS,
  WEFT_TOPOLOGY_VERTICES,
  WEFT_TOPOLOGY_CABLES,
} WeftTopologyParamType;

#define WEFT_TOPOLOGY_MAX_PARAMS 7
#define WEFT_TOPOLOGY_MAX_LIST 16

/**
 * WeftTopologyParam: (skip)
 * @name: the key in JSON
 * @label: what it is, for people, not translated yet
 * @type: what kind of value it takes
 * @min: least number (of each element in a list)
 * @max: greatest number
 * @max_length: most elements of a list, 0 for one number
 * @initial: what a form begins with, as JSON
 * @optional: whether it may be left out; then it is @absent, or the value of @absent_like
 * @absent: the number that stands for an absent one
 * @absent_like: (nullable): name of the parameter whose value stands for an absent one
 */
typedef struct
{
  const char *name;
  const char *label;
  WeftTopologyParamType type;
  gint64 min;
  gint64 max;
  guint max_length;
  const char *initial;
  gboolean optional;
  gint64 absent;
  const char *absent_like;
} WeftTopologyParam;

/**
 * WeftTopologyGenerator: (skip)
 * @name: the name on the command line
 * @title: the name for people, not translated yet
 * @summary: what it builds, one sentence, not translated yet
 * @params: its parameters
 * @n_params: how many
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *summary;
  const WeftTopologyParam *params;
  guint n_params;
} WeftTopologyGenerator;

/**
 * WeftTopologyOcs: (skip)
 * @cubes: cubes of 4 x 4 x 4 devices
 * @optical_links: links of the torus that go through an optical circuit switch
 * @electrical_links: links of the torus inside of cubes
 * @fibres: fibres from cubes to switches
 * @switches: optical circuit switches
 * @ports_per_switch: ports used of each
 *
 * What stands beside a 3D torus whose cubes are joined by optical circuit switches.
 */
typedef struct
{
  guint64 cubes;
  guint64 optical_links;
  guint64 electrical_links;
  guint64 fibres;
  guint64 switches;
  guint64 ports_per_switch;
} WeftTopologyOcs;

typedef struct _WeftTopology WeftTopology;

WEFT_API GQuark        weft_topology_error_quark   (void);

WEFT_API guint         weft_topology_n_generators  (void);
WEFT_API const WeftTopologyGenerator *
                       weft_topology_generator     (guint         index);
WEFT_API const WeftTopologyGenerator *
                       weft_topology_find          (const char   *name,
                                                    GError      **error);

WEFT_API WeftTopology *weft_topology_new           (const WeftTopologyGenerator  *generator,
                                                    JsonNode                     *params,
                                                    const char                   *file,
                                                    GError                      **error);
WEFT_API void          weft_topology_free          (WeftTopology *self);
WEFT_API const WeftTopologyGenerator *
                       weft_topology_get_generator (const WeftTopology *self);
WEFT_API WeftNet      *weft_topology_build         (const WeftTopology  *self,
                                                    GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTopology, weft_topology_free)

G_END_DECLS
