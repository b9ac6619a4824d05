"""The net in floating point, as crates/net computes it in whole numbers."""

import torch
from torch import nn

from .inputs import PAIR

# A weight of the hidden layer beyond this would not fit 16 bits after quantisation.
FEATURE_LIMIT = 4.0
# The sum of the output's weights must fit 32 bits, so none may be large.
OUTPUT_LIMIT = 2.0


class Net(nn.Module):
    """One hidden layer for each perspective, squared and clipped; each bucket has its outputs."""

    def __init__(self, inputs, width, scale, classical):
        super().__init__()
        self.inputs, self.width, self.scale = inputs, width, scale
        # One more line, which stays 0, for unused places.
        self.features = nn.EmbeddingBag(
            inputs.features + 1, width, mode="sum", padding_idx=inputs.features
        )
        nn.init.normal_(self.features.weight, std=0.08)
        with torch.no_grad():
            self.features.weight[inputs.features].zero_()
        self.bias = nn.Parameter(torch.full((width,), 0.3))
        self.output = nn.Linear(inputs.perspectives * width, inputs.buckets * inputs.scores)
        nn.init.normal_(self.output.weight, std=0.05)
        nn.init.zeros_(self.output.bias)
        # How much of the classical evaluation is added; 0 and fixed if it is not used.
        self.share = nn.Parameter(torch.tensor(float(classical)), requires_grad=bool(classical))

    def hidden(self, lines):
        return (self.features(lines) + self.bias).clamp(0, 1).square()

    def forward(self, lines, buckets, classical):
        """The logits: one line for each position, one column for each score."""
        hidden = self.hidden(lines.reshape(-1, lines.shape[-1])).reshape(len(buckets), -1)
        outputs = self.output(hidden).reshape(len(buckets), self.inputs.buckets, self.inputs.scores)
        logits = outputs[torch.arange(len(buckets), device=buckets.device), buckets]
        return logits + self.share * classical / self.scale

    @torch.no_grad()
    def clamp(self):
        """Keeps the weights within what the quantised net can hold."""
        self.features.weight.clamp_(-FEATURE_LIMIT, FEATURE_LIMIT)
        self.output.weight.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)
        if self.share.requires_grad:
            self.share.clamp_(0.0, 2.0)


def pair_loss(logits, targets):
    """Two seats: the squared error of the expected score."""
    return (torch.sigmoid(logits) - targets).square().mean()


def seats_loss(logits, targets, seats):
    """More seats: cross entropy of the softmax over the living seats of each position."""
    log_shares = torch.log_softmax(logits.masked_fill(~seats, -1e9), 1)
    return -(targets * log_shares).sum(1).mean()


def is_pair(inputs):
    return inputs.layout == PAIR
