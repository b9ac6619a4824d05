"""Fits a net to files of self-play."""

import json
import time
from pathlib import Path

import numpy as np
import torch

from . import data as data_module
from . import net_file
from .inputs import MAX_SEATS
from .model import Net, is_pair, pair_loss, seats_loss
from .recipe import complete_train_options

SCALES = [100, 150, 200, 250, 300, 350, 400, 500, 600, 800]


def run(arguments):
    torch.manual_seed(arguments.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    begin = time.time()
    data = data_module.read(arguments.data)
    complete_train_options(arguments, data.inputs.game)
    start = net_file.read(arguments.start) if arguments.start else None
    if start:
        if start["inputs"] != data.inputs:
            raise SystemExit(f"{arguments.start} has other inputs than the data")
        arguments.width, arguments.scale = start["width"], start["scale"]
        arguments.classical = start["state"]["share"].item() > 0
    training = Training(data, arguments, device)
    print(
        f"{data.inputs.game}: {data.games} games, {data.positions} positions, "
        f"{len(data.features) / len(training.lines):.1f} features each, scale {training.scale:.0f}, {device}, "
        f"prepared in {time.time() - begin:.1f} s",
        flush=True,
    )
    if start:
        training.net.load_state_dict(start["state"])
        print(f"before: held out {training.held_out_loss():.5f}", flush=True)
    log = training.fit()
    net = training.net
    share = f", classical share {net.share.item():.2f}" if arguments.classical else ""
    print(f"held out: {log[-1]['held_out']:.5f}, classical alone {training.classical_loss():.5f}{share}")
    torch.save(
        {
            "inputs": vars(data.inputs),
            "width": arguments.width,
            "scale": training.scale,
            "state": {name: tensor.cpu() for name, tensor in net.state_dict().items()},
            "note": {
                "games": data.games,
                "positions": data.positions,
                "data": data.settings,
                "epochs": arguments.epochs,
                "result_share": arguments.result_share,
                "start": start["note"] if start else None,
                "held_out_loss": round(log[-1]["held_out"], 6),
            },
        },
        arguments.output,
    )
    Path(arguments.output).with_suffix(".log.json").write_text(json.dumps(log, indent=1), encoding="utf-8")


class Training:
    """The positions on the device, the net, and the loop."""

    def __init__(self, data, arguments, device):
        self.inputs, self.arguments, self.device = data.inputs, arguments, device
        # The rows of one position follow each other: where they begin, and how many there are.
        self.first = torch.from_numpy(data.first_rows()).to(device)
        self.seats = torch.from_numpy(data.seats.astype(np.int64)).to(device)
        self.buckets = torch.from_numpy(data.buckets.astype(np.int64)).to(device)
        self.lines = torch.from_numpy(data.padded()).to(device)
        value = torch.from_numpy(data.value).to(device).clamp(1e-4, 1 - 1e-4)
        self.scores = torch.logit(value) * data_module.VALUE_SCALE
        self.value = value
        self.result = torch.from_numpy(data.result).to(device)
        self.classical = torch.from_numpy(data.classical).to(device)
        held_out = torch.from_numpy(data.held_out()).to(device)
        self.held_out, self.used = held_out.nonzero()[:, 0], (~held_out).nonzero()[:, 0]
        self.pair = is_pair(data.inputs)
        self.scale = arguments.scale or (self.fitted_scale() if self.pair else data_module.VALUE_SCALE)
        self.net = Net(data.inputs, arguments.width, self.scale, arguments.classical).to(device)

    def fitted_scale(self):
        """The scale by which the search's score predicts the result best."""
        rows = self.first[self.used]
        score, result = self.scores[rows], self.result[rows]
        errors = [(torch.sigmoid(score / scale) - result).square().mean().item() for scale in SCALES]
        return float(SCALES[int(np.argmin(errors))])

    def batch(self, positions):
        """Lines, buckets, classical evaluations, targets and the mask of the living seats."""
        share = self.arguments.result_share
        first, buckets = self.first[positions], self.buckets[positions]
        if self.pair:
            lines = torch.stack([self.lines[first], self.lines[first + 1]], 1).int()
            expected = torch.sigmoid(self.scores[first] / self.scale)
            targets = (1 - share) * expected + share * self.result[first]
            return lines, buckets, self.classical[first][:, None], targets[:, None], None
        seats = self.seats[positions][:, None]
        places = torch.arange(MAX_SEATS, device=self.device)
        mask = places < seats
        rows = (first[:, None] + places).clamp(max=len(self.value) - 1)
        # A classical evaluation is a lead over the average of the others.
        classical = self.classical[rows] * (seats - 1) / seats
        targets = ((1 - share) * self.value[rows] + share * self.result[rows]) * mask
        return self.lines[positions].int(), buckets, classical, targets, mask

    def loss(self, positions):
        lines, buckets, classical, targets, mask = self.batch(positions)
        logits = self.net(lines, buckets, classical)
        return pair_loss(logits, targets) if self.pair else seats_loss(logits, targets, mask)

    def classical_loss(self):
        """The error of the classical evaluation alone on the held-out games."""
        if not len(self.held_out):
            return float("nan")
        _, _, classical, targets, mask = self.batch(self.held_out)
        logits = classical / self.scale
        return (pair_loss(logits, targets) if self.pair else seats_loss(logits, targets, mask)).item()

    @torch.no_grad()
    def held_out_loss(self):
        if not len(self.held_out):
            return float("nan")
        parts = self.held_out.split(self.arguments.batch)
        return sum(self.loss(part).item() * len(part) for part in parts) / len(self.held_out)

    def fit(self):
        size = min(self.arguments.batch, len(self.used))
        steps = max(int(self.arguments.epochs * (len(self.used) // size)), 100)
        parameters = [parameter for parameter in self.net.parameters() if parameter.requires_grad]
        optimiser = torch.optim.AdamW(parameters, lr=self.arguments.rate, weight_decay=0.01)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, self.arguments.rate, total_steps=steps, pct_start=0.05, final_div_factor=1000
        )
        log, order, begin, losses = [], None, time.time(), []
        report = max(steps // 5, 1)
        at = len(self.used)
        for step in range(1, steps + 1):
            if at + size > len(self.used):
                order, at = self.used[torch.randperm(len(self.used), device=self.device)], 0
            loss = self.loss(order[at : at + size])
            at += size
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            self.net.clamp()
            losses.append(loss.detach())
            if step % report == 0 or step == steps:
                train = torch.stack(losses).mean().item()
                entry = {"step": step, "train": train, "held_out": self.held_out_loss()}
                log.append(entry)
                losses = []
                print(
                    f"step {step} of {steps}: train {entry['train']:.5f}, "
                    f"held out {entry['held_out']:.5f}, {time.time() - begin:.0f} s",
                    flush=True,
                )
        return log
