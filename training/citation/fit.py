"""Fits the network with PyTorch (which is needed here only): minutes on a GPU, a day without.

A bidirectional LSTM over summed attributes, a linear chain on top. What is kept is the mean of the
weights over the last steps, which does better than the last weights themselves. Seeds are fixed;
GPUs add up in an order of their own, so that two runs agree in their scores and not in every digit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from sheaf.extract.citation.facets import WORD
from sheaf.extract.citation.network import Network
from training.citation.vocabulary import UNKNOWN, Packed

LONGEST = 220  # tokens; the few references beyond it are left out
NO_WAY = -1e4


@dataclass(frozen=True, slots=True)
class Recipe:
    width: int = 128
    hidden: int = 192
    dropout: float = 0.5
    input_dropout: float = 0.4
    word_dropout: float = 0.1
    attribute_dropout: float = 0.05
    source_dropout: float = 0.5
    batch: int = 64
    epochs: int = 16
    rate: float = 2e-3
    decay: float = 0.01
    memory: float = 0.998  # of the running mean of the weights, from step to step
    seed: int = 4


class Net(nn.Module):
    def __init__(self, attributes: int, labels: int, is_word: Tensor, recipe: Recipe) -> None:
        super().__init__()
        self.recipe = recipe
        self.is_word = is_word
        self.table = nn.EmbeddingBag(attributes, recipe.width, mode="sum", padding_idx=0)
        nn.init.normal_(self.table.weight, 0, 0.05)
        # What is peculiar to GROBID's way of annotating has a vector of its own, so that it need
        # not be learnt from, or forced upon, the others.
        self.source = nn.Embedding(2, recipe.width)
        nn.init.zeros_(self.source.weight)
        self.memory = nn.LSTM(recipe.width, recipe.hidden, bidirectional=True, batch_first=True)
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


def loss(scores: Tensor, labels: Tensor, mask: Tensor, transitions: Tensor) -> Tensor:
    """The negative logarithm of the chance of the true path."""
    inside = mask.float()
    state = (scores.gather(2, labels[..., None])[..., 0] * inside).sum(1)
    steps = (transitions[labels[:, :-1], labels[:, 1:]] * inside[:, 1:]).sum(1)
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
    data: Packed, rows: Mapping[str, int], labels: Sequence[str], recipe: Recipe, about: Any
) -> Network:
    torch.manual_seed(recipe.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    is_word = torch.zeros(len(rows) + 2, dtype=torch.bool)
    prefix = f"{WORD}="
    for key, at in rows.items():
        is_word[at] = key.startswith(prefix) and key[len(prefix) :][:1].isalpha()
    net = Net(len(rows) + 2, len(labels), is_word.to(device), recipe).to(device)
    optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(recipe.memory))
    chance = np.random.default_rng(recipe.seed)
    usable = np.where(np.diff(data.starts) <= LONGEST)[0]
    steps = recipe.epochs * math.ceil(len(usable) / recipe.batch)
    step = 0
    net.train()
    for epoch in range(recipe.epochs):
        total = 0.0
        for rows_in, marks, mask, source in _batches(data, usable, recipe, chance, device):
            share = 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps)))
            for group in optimiser.param_groups:
                group["lr"] = recipe.rate * min(1.0, (step + 1) / 200) * share
            value = loss(net(rows_in, source, mask), marks, mask, net.transitions)
            optimiser.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            mean.update_parameters(net)
            step += 1
            total += float(value.detach())
        print(f"epoch {epoch + 1}: loss {total * recipe.epochs / steps:.3f}", flush=True)
    return _network(mean.module, rows, labels, about)


def _batches(
    data: Packed, usable: Any, recipe: Recipe, chance: np.random.Generator, device: str
) -> Iterator[tuple[Tensor, Tensor, Tensor, Tensor]]:
    """References of like length together, in another order every time."""
    sizes = np.diff(data.starts)
    mixed = chance.permutation(usable)
    batches = []
    for start in range(0, len(mixed), recipe.batch * 20):
        part = mixed[start : start + recipe.batch * 20]
        part = part[np.argsort(sizes[part], kind="stable")]
        batches += [part[at : at + recipe.batch] for at in range(0, len(part), recipe.batch)]
    for at in chance.permutation(len(batches)):
        chosen = batches[at]
        place = np.arange(int(sizes[chosen].max()))[None]
        mask = place < sizes[chosen][:, None]
        where = np.where(mask, data.starts[chosen][:, None] + place, 0)
        source = data.is_grobid[chosen] & (chance.random(len(chosen)) >= recipe.source_dropout)
        yield (
            torch.from_numpy((data.rows[where] * mask[..., None]).astype(np.int64)).to(device),
            torch.from_numpy(data.labels[where] * mask).to(device),
            torch.from_numpy(mask).to(device),
            torch.from_numpy(source.astype(np.int64)).to(device),
        )


def _network(net: Net, rows: Mapping[str, int], labels: Sequence[str], about: Any) -> Network:
    """The weights as the product asks them; it reads as GROBID annotates."""
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
