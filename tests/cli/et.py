# SPDX-License-Identifier: GPL-3.0-or-later
"""Chakra execution traces for tests: nodes as dictionaries, files of length-prefixed protobuf records."""
import gzip
import pathlib

TYPES = {"INVALID": 0, "METADATA": 1, "MEM_LOAD": 2, "MEM_STORE": 3, "COMP": 4, "SEND": 5, "RECV": 6, "COLL": 7}
COMMS = {"ALL_REDUCE": 0, "REDUCE": 1, "ALL_GATHER": 2, "GATHER": 3, "SCATTER": 4, "BROADCAST": 5, "ALL_TO_ALL": 6,
         "REDUCE_SCATTER": 7, "REDUCE_SCATTER_BLOCK": 8, "BARRIER": 9}
# Numbers of the members of an attribute's oneof.
KINDS = {"double": 3, "float": 5, "int32": 7, "int64": 9, "uint32": 11, "uint64": 13, "sint64": 17, "bool": 27,
         "string": 29}


def varint(number):
    """A number as LEB128, negative ones in ten bytes."""
    number &= (1 << 64) - 1
    out = bytearray()
    while True:
        out.append(number & 0x7f | (0x80 if number > 0x7f else 0))
        number >>= 7
        if number == 0:
            return bytes(out)


def field(number, value):
    """A field of a message: an integer as a varint, bytes and text with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def attribute(name, kind, value):
    """An AttributeProto."""
    if kind == "sint64":
        value = value << 1 if value >= 0 else -value * 2 - 1
    return field(1, name) + field(KINDS[kind], int(value) if kind == "bool" else value)


def encode(node):
    """A Node: "id", "type", "name", "us", "deps", "ctrl", and "attrs" [(name, kind, value)]."""
    out = field(1, node["id"]) + field(2, node.get("name", f"node {node['id']}")) + field(3, TYPES[node["type"]])
    for number, key in ((4, "ctrl"), (5, "deps")):
        if node.get(key):
            out += field(number, b"".join(varint(dep) for dep in node[key]))
    if "us" in node:
        out += field(7, node["us"])
    for each in node.get("attrs", ()):
        out += field(10, attribute(*each))
    return out


def record(data):
    """Bytes with their length before them."""
    return varint(len(data)) + data


def et_bytes(nodes):
    """A whole file."""
    return record(field(1, "0.0.4")) + b"".join(record(encode(node)) for node in nodes)


def write_et(prefix, ranks, compress=False):
    """Writes PREFIX.0.et and so on from the nodes of each rank."""
    for rank, nodes in enumerate(ranks):
        data = et_bytes(nodes)
        pathlib.Path(f"{prefix}.{rank}.et").write_bytes(gzip.compress(data, mtime=0) if compress else data)


# --- nodes ---


def comp(number, micros=1, deps=(), **more):
    """A computation of so many microseconds."""
    return {"id": number, "type": "COMP", "us": micros, "deps": deps, "attrs": [("is_cpu_op", "bool", 0)], **more}


def work(number, ops, size, deps=()):
    """A computation that a roofline tells the time of."""
    return {"id": number, "type": "COMP", "us": 0, "deps": deps,
            "attrs": [("is_cpu_op", "bool", 0), ("num_ops", "int64", ops), ("tensor_size", "uint64", size)]}


def p2p(number, kind, src, dst, size, tag=0, deps=(), integer="int64"):
    """A SEND or RECV."""
    return {"id": number, "type": kind, "deps": deps,
            "attrs": [("is_cpu_op", "bool", 0), ("comm_size", integer, size), ("comm_src", "int32", src),
                      ("comm_dst", "int32", dst), ("comm_tag", "int32", tag)]}


def send(number, src, dst, size, tag=0, deps=(), **more):
    """A SEND."""
    return p2p(number, "SEND", src, dst, size, tag, deps, **more)


def recv(number, src, dst, size, tag=0, deps=(), **more):
    """A RECV."""
    return p2p(number, "RECV", src, dst, size, tag, deps, **more)


def coll(number, kind, size, group=None, deps=(), integer="int64"):
    """One rank's part of a collective; without a size when that is None."""
    attrs = [("is_cpu_op", "bool", 0), ("comm_type", "int64", COMMS[kind])]
    if size is not None:
        attrs.append(("comm_size", integer, size))
    if group is not None:
        attrs.append(("pg_name", "string", group))
    return {"id": number, "type": "COLL", "deps": deps, "attrs": attrs}


def mem(number, size, kind="MEM_LOAD", deps=()):
    """A load or store of remote memory."""
    return {"id": number, "type": kind, "deps": deps,
            "attrs": [("is_cpu_op", "bool", 0), ("tensor_size", "uint64", size)]}


# --- whole traces ---


def transformer(tp, pp, layers, micro):
    """A pipeline of stages with tensor parallelism: every node of a rank waits for the one before it."""
    mib8 = 8 << 20
    ranks = []
    for rank in range(tp * pp):
        stage, nodes = rank // tp, []

        def add(node, nodes=nodes):
            node["deps"] = (len(nodes) - 1,) if nodes else ()
            nodes.append(node)

        for back in (False, True):
            before, after = (stage < pp - 1, stage > 0) if back else (stage > 0, stage < pp - 1)
            ahead, behind = (rank - tp, rank + tp) if back else (rank + tp, rank - tp)
            for m in range(micro):
                tag = m + (1000 if back else 0)
                if before:
                    add(recv(len(nodes), behind, rank, mib8, tag))
                for _ in range(2 * layers):
                    add(comp(len(nodes), 200 if back else 100))
                    add(coll(len(nodes), "ALL_REDUCE", mib8, str(stage + 1)))
                if after:
                    add(send(len(nodes), rank, ahead, mib8, tag))
        ranks.append(nodes)
    return ranks, {str(s + 1): list(range(s * tp, s * tp + tp)) for s in range(pp)}
