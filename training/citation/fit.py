"""Fits a network with PyTorch (which is needed here only): minutes on a GPU, a day without.

A bidirectional LSTM over summed attributes, a linear chain on top. What it is to say of a token may
be a chance for each label rather than one label. What is kept is the mean of the weights over the
last steps, which does better than the last weights themselves. Seeds are fixed; GPUs add up in an
order of their own, so that two runs agree in their scores and not in every digit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from sheaf.extract.citation.features import WORD
from sheaf.extract.citation.network import Network
from training.citation.vocabulary import UNKNOWN, Packed

LONGEST = 220  # tokens; the few references beyond it are left out
NO_WAY = -1e4
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
AT_ONCE = 256  # references that are judged together

Chances = NDArray[np.float16]  # [token, label]
Chosen = NDArray[np.int64]  # numbers of references


@dataclass(frozen=True, slots=True)
class Recipe:
    width: int
    hidden: int
    layers: int
    epochs: int
    seed: int
    batch: int = 96
    dropout: float = 0.5
    input_dropout: float = 0.4
    word_dropout: float = 0.1
    attribute_dropout: float = 0.05
    source_dropout: float = 0.5
    rate: float = 2e-3
    decay: float = 0.01
    memory: float = 0.998  # of the running mean of the weights, from step to step


class Net(nn.Module):
    def __init__(self, labels: int, is_word: Tensor, recipe: Recipe) -> None:
        super().__init__()
        self.recipe = recipe
        self.is_word = is_word
        self.table = nn.EmbeddingBag(len(is_word), recipe.width, mode="sum", padding_idx=0)
        nn.init.normal_(self.table.weight, 0, 0.05)
        # What is peculiar to GROBID's way of annotating has a vector of its own, so that it need
        # not be learnt from, or forced upon, the others.
        self.source = nn.Embedding(2, recipe.width)
        nn.init.zeros_(self.source.weight)
        self.memory = nn.LSTM(
            recipe.width,
            recipe.hidden,
            num_layers=recipe.layers,
            dropout=recipe.dropout if recipe.layers > 1 else 0.0,
            bidirectional=True,
            batch_first=True,
        )
        self.output = nn.Linear(2 * recipe.hidden, labels)
        self.transitions = nn.Parameter(torch.zeros(labels, labels))

    def forward(self, rows: Tensor, source: Tensor, mask: Tensor) -> Tensor:
        batch, length, most = rows.shape
        if self.training:
            lost = torch.rand(batch, length, 1, device=rows.device) < self.recipe.word_dropout
            rows = torch.where(lost & self.is_word[rows], UNKNOWN, rows)
            drop = torch.rand(rows.shape, device=rows.device) < self.recipe.attribute_dropout
            rows = rows.masked_fill(drop, 0)
        inputs = self.table(rows.view(-1, most)).view(batch, length, -1)
        inputs = functional.dropout(
            inputs + self.source(source)[:, None], self.recipe.input_dropout, self.training
        )
        sizes = mask.sum(1).cpu()
        walked = nn.utils.rnn.pack_padded_sequence(
            inputs, sizes, batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(
            self.memory(walked)[0], batch_first=True, total_length=length
        )
        scores: Tensor = self.output(functional.dropout(states, self.recipe.dropout, self.training))
        return scores


class Lessons:
    """References as the network takes them in, some at a time."""

    def __init__(self, data: Packed, targets: Chances | None = None) -> None:
        self._data = data
        self.sizes = np.diff(data.starts)
        self._rows = torch.from_numpy(data.rows).to(DEVICE)
        self._targets = None if targets is None else torch.from_numpy(targets).to(DEVICE)

    def places(self, chosen: Chosen) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Where the tokens stand, a reference a row; beyond its end the mask is False."""
        place = np.arange(int(self.sizes[chosen].max()))[None]
        mask = place < self.sizes[chosen][:, None]
        return np.where(mask, self._data.starts[chosen][:, None] + place, 0), mask

    def inputs(self, chosen: Chosen) -> tuple[Tensor, Tensor, Tensor]:
        """Rows of the table, what the network is to say, and the mask."""
        where, mask = (torch.from_numpy(one).to(DEVICE) for one in self.places(chosen))
        rows = self._rows[where].long() * mask[..., None]
        said = rows if self._targets is None else self._targets[where].float()
        return rows, said, mask

    def batches(self, chosen: Chosen, size: int, chance: np.random.Generator) -> Iterator[Chosen]:
        """References of like length together, in another order every time."""
        mixed = chance.permutation(chosen)
        batches = []
        for start in range(0, len(mixed), size * 20):
            part = mixed[start : start + size * 20]
            part = part[np.argsort(self.sizes[part], kind="stable")]
            batches += [part[at : at + size] for at in range(0, len(part), size)]
        for at in chance.permutation(len(batches)):
            yield batches[at]

    def sources(self, chosen: Chosen, lost: float, chance: np.random.Generator) -> Tensor:
        is_told = self._data.is_grobid[chosen] & (chance.random(len(chosen)) >= lost)
        return torch.from_numpy(is_told.astype(np.int64)).to(DEVICE)


def loss(scores: Tensor, said: Tensor, mask: Tensor, transitions: Tensor) -> Tensor:
    """The negative logarithm of the chance of what is to be said. Neighbours are taken as if they
    were independent, which they are where one label is certain."""
    inside = mask.float()
    state = ((scores * said).sum(2) * inside).sum(1)
    pairs = torch.einsum("bti,ij,btj->bt", said[:, :-1], transitions, said[:, 1:])
    steps = (pairs * inside[:, 1:]).sum(1)
    return (_all_paths(scores, mask, transitions) - state - steps).mean()


def _all_paths(scores: Tensor, mask: Tensor, transitions: Tensor) -> Tensor:
    """Neighbouring steps are joined two by two, so that a sequence of n takes log n rounds."""
    count = scores.shape[2]
    if scores.shape[1] == 1:
        return torch.logsumexp(scores[:, 0], 1)
    still = torch.full((count, count), NO_WAY, device=scores.device).fill_diagonal_(0.0)
    ways = torch.where(mask[:, 1:, None, None], transitions + scores[:, 1:, None, :], still)
    while ways.shape[1] > 1:
        if ways.shape[1] % 2:
            ways = torch.cat([ways, still.expand(len(ways), 1, count, count)], 1)
        ways = _joined(ways[:, 0::2], ways[:, 1::2])
    return torch.logsumexp(scores[:, 0][:, :, None] + ways[:, 0], (1, 2))


def _joined(one: Tensor, other: Tensor) -> Tensor:
    high, right = one.amax(-1, keepdim=True).detach(), other.amax(-2, keepdim=True).detach()
    product = torch.matmul(torch.exp(one - high), torch.exp(other - right))
    return torch.log(product.clamp_min(1e-30)) + high + right


def fitted(
    data: Packed, targets: Chances, chosen: Chosen, is_word: NDArray[np.bool_], recipe: Recipe
) -> Net:
    """A network that says of the chosen references what `targets` say. A reference may be chosen
    twice."""
    torch.manual_seed(recipe.seed)
    lessons = Lessons(data, targets)
    net = Net(targets.shape[1], torch.from_numpy(is_word).to(DEVICE), recipe).to(DEVICE)
    optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(recipe.memory))
    chance = np.random.default_rng(recipe.seed)
    usable = chosen[lessons.sizes[chosen] <= LONGEST]
    a_round = math.ceil(len(usable) / recipe.batch)
    step = 0
    net.train()
    for epoch in range(recipe.epochs):
        for batch in lessons.batches(usable, recipe.batch, chance):
            share = 0.5 * (1 + math.cos(math.pi * min(1.0, step / (recipe.epochs * a_round))))
            for group in optimiser.param_groups:
                group["lr"] = recipe.rate * min(1.0, (step + 1) / 200) * share
            rows, said, mask = lessons.inputs(batch)
            source = lessons.sources(batch, recipe.source_dropout, chance)
            value = loss(net(rows, source, mask), said, mask, net.transitions)
            optimiser.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            mean.update_parameters(net)
            step += 1
        print(f"seed {recipe.seed}, epoch {epoch + 1}: {float(value.detach()):.3f}", flush=True)
    kept: Net = mean.module
    kept.memory.flatten_parameters()
    return kept.eval()


@torch.no_grad()
def judged(net: Net, data: Packed, chosen: Chosen) -> Chances:
    """The chance of every label for the tokens of the chosen references, annotated as GROBID does;
    elsewhere nothing."""
    lessons = Lessons(data)
    found = np.zeros((len(data.rows), len(net.transitions)), np.float16)
    order = chosen[np.argsort(lessons.sizes[chosen], kind="stable")]
    for start in range(0, len(order), AT_ONCE):
        some = order[start : start + AT_ONCE]
        rows, _, mask = lessons.inputs(some)
        source = torch.ones(len(some), dtype=torch.int64, device=DEVICE)
        chances = _chances(net(rows, source, mask), mask, net.transitions)
        where, inside = lessons.places(some)
        found[where[inside]] = chances[mask].half().cpu().numpy()
    return found


def _chances(scores: Tensor, mask: Tensor, transitions: Tensor) -> Tensor:
    """Forwards and backwards over all paths."""
    length = scores.shape[1]
    before = [scores[:, 0]]
    for at in range(1, length):
        step = torch.logsumexp(before[-1][:, :, None] + transitions, 1) + scores[:, at]
        before.append(torch.where(mask[:, at, None], step, before[-1]))
    behind = [torch.zeros_like(scores[:, 0])]
    for at in range(length - 1, 0, -1):
        step = torch.logsumexp(transitions + (scores[:, at] + behind[-1])[:, None, :], 2)
        behind.append(torch.where(mask[:, at, None], step, torch.zeros_like(step)))
    return torch.softmax(torch.stack(before, 1) + torch.stack(behind[::-1], 1), 2)


def words_in(rows: Mapping[str, int]) -> NDArray[np.bool_]:
    """Which rows of the table are words of letters, those that a reference may come without."""
    is_word = np.zeros(len(rows) + 2, np.bool_)
    prefix = f"{WORD}="
    for key, at in rows.items():
        is_word[at] = key.startswith(prefix) and key[len(prefix) :][:1].isalpha()
    return is_word


def network_of(net: Net, rows: Mapping[str, int], labels: Sequence[str], about: Any) -> Network:
    """The weights of a net of one layer as the product asks them; it reads as GROBID annotates."""
    state = {name: value.detach().cpu().float().numpy() for name, value in net.state_dict().items()}
    hidden = net.recipe.hidden
    # PyTorch has the gates as input, forget, candidate, output; here the candidate is last.
    order = np.r_[0 : 2 * hidden, 3 * hidden : 4 * hidden, 2 * hidden : 3 * hidden]
    weights = {"input.bias": state["source.weight"][1]}
    for direction, ending in (("forward", ""), ("backward", "_reverse")):
        bias = state[f"memory.bias_ih_l0{ending}"] + state[f"memory.bias_hh_l0{ending}"]
        weights[f"{direction}.input"] = state[f"memory.weight_ih_l0{ending}"][order].T
        weights[f"{direction}.state"] = state[f"memory.weight_hh_l0{ending}"][order].T
        weights[f"{direction}.bias"] = bias[order]
    weights["output.weight"] = state["output.weight"].T
    weights["output.bias"] = state["output.bias"]
    table = state["table.weight"].copy()
    table[0] = 0.0
    return Network(tuple(labels), dict(rows), table, weights, state["transitions"], about)
