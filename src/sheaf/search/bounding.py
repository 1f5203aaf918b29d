"""What a question may cost: of very many common words the rarest are searched.

A cost is how many entries the engine has to look at, in all fields together; the time that an
answer takes grows with it. Questions of few words cost little, whatever they are, and are left as
they are.
"""

from __future__ import annotations

from collections.abc import Callable

from sheaf.search.question import All, Either, Leaf, Node, Not

FEW_LEAVES = 8
# Less than a tenth of a second, facets counted.
MOST_ENTRIES = 6_000_000

CostOf = Callable[[Leaf], int]


def bounded(root: Node, cost_of: CostOf) -> Node:
    """The question without its costliest parts, where it costs too much; its cheapest part stays
    in any case."""
    return _within(root, MOST_ENTRIES, cost_of) if _count(root) > FEW_LEAVES else root


def cost(node: Node, cost_of: CostOf) -> int:
    """What is said twice is searched once."""
    match node:
        case All(parts) | Either(parts):
            return sum(cost(part, cost_of) for part in dict.fromkeys(parts))
        case Not(part):
            return cost(part, cost_of)
        case _:
            return cost_of(node)


def _count(node: Node) -> int:
    match node:
        case All(parts) | Either(parts):
            return sum(map(_count, parts))
        case Not(part):
            return _count(part)
        case _:
            return 1


def _within(node: Node, most: int, cost_of: CostOf) -> Node:
    if not isinstance(node, (All, Either)):
        return node
    costs = {part: cost(part, cost_of) for part in node.parts}
    if sum(costs.values()) <= most:
        return node
    cheapest, *others = sorted(costs, key=lambda part: costs[part])
    kept = {cheapest: _within(cheapest, most, cost_of)}
    left = most - costs[cheapest]
    for part in others:
        left -= costs[part]
        if left < 0:
            break
        kept[part] = part
    return _joined(type(node), tuple(kept[part] for part in costs if part in kept))


def _joined(kind: type[All] | type[Either], parts: tuple[Node, ...]) -> Node:
    return parts[0] if len(parts) == 1 else kind(parts)
