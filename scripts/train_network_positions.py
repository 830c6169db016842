"""Positions that `quintet learn --export-positions` wrote, and batches of them."""

import dataclasses
import sys

import numpy as np
import torch
from torch.nn import functional as F

HEADER = "quintet positions 2"
INPUTS = 16
NO_MOVE = -2
# Some of the positions get another komi, up to this many points more or less: every second one, and
# every eighth one of which only the expected result is learned.
KOMI_RANGE = 12
KOMI_CHANGES = (2, 8)


@dataclasses.dataclass
class Positions:
    """Positions on boards of one kind; a row of each tensor for a position."""

    use: str
    tiling: str
    width: int
    height: int
    inputs: torch.Tensor
    owners: torch.Tensor
    moves: torch.Tensor
    strengths: torch.Tensor
    policy: torch.Tensor
    played: torch.Tensor
    lead: torch.Tensor
    komi: torch.Tensor
    has_komi: torch.Tensor
    win_rate: torch.Tensor
    weight: torch.Tensor

    def __len__(self):
        return len(self.inputs)

    @property
    def board(self):
        """The cells, the width and the height of the board."""
        return self.tiling, self.width, self.height

    @classmethod
    def joined(cls, parts):
        """Join positions on boards of the same kind."""
        most = max(part.moves.shape[1] for part in parts)

        def join(name):
            tables = [getattr(part, name) for part in parts]
            if name in ("moves", "strengths", "policy"):
                none = NO_MOVE if name == "moves" else 0
                tables = [F.pad(table, (0, most - table.shape[1]), value=none) for table in tables]
            return torch.cat(tables)

        tables = [field.name for field in dataclasses.fields(cls)[4:]]
        return cls(parts[0].use, *parts[0].board, *map(join, tables))


def read(path, device):
    """Return the positions in a file, their game and the number of games played."""
    blocks = []
    with open(path, "rb") as file:
        header = file.readline(100).decode(errors="replace").rsplit(maxsplit=2)
        if len(header) != 3 or header[0] != HEADER or not header[2].isdigit():
            sys.exit(f"train-network: {path} does not begin with '{HEADER}', a game and a number of games")
        while line := file.readline():
            try:
                use, tiling, *numbers = line.decode().split()
                width, height, count, moves = map(int, numbers)
            except ValueError:
                sys.exit(f"train-network: {path} is damaged")

            def table(columns, kind):
                size = count * columns * np.dtype(kind).itemsize
                data = file.read(size)
                if len(data) != size:
                    sys.exit(f"train-network: {path} is truncated")
                return torch.from_numpy(np.frombuffer(data, kind).reshape(count, columns).copy()).to(device)

            points = width * height
            inputs, owners = table(points, "<i2"), table(points, "<i1")
            at, strengths, policy = table(moves, "<i2"), table(moves, "<f4"), table(moves, "<f4")
            played, lead, komi, has_komi, win_rate, weight = table(6, "<f4").unbind(1)
            blocks.append(
                Positions(use, tiling, width, height, inputs, owners, at, strengths.half(), policy.half(), played.long(),
                          lead, komi, has_komi, win_rate, weight)
            )
    return blocks, header[1], int(header[2])


def symmetries(tiling, width, height, device):
    """Return the new place of each point for each symmetry of a board.

    There are eight if it is square, or four; with hexes those four that keep neighbours together.
    """
    ways = []
    for way in (0, 3, 4, 7) if tiling == "hexes" else range(8 if width == height else 4):
        places = []
        for point in range(width * height):
            x, y = point % width, point // width
            x = width - 1 - x if way & 1 else x
            y = height - 1 - y if way & 2 else y
            places.append(x * width + y if way & 4 else y * width + x)
        ways.append(places)
    return torch.tensor(ways, device=device)


@dataclasses.dataclass
class Batch:
    """Positions as a network sees them, and what it should find."""

    planes: torch.Tensor
    points: torch.Tensor
    komi: torch.Tensor
    moves: torch.Tensor
    strengths: torch.Tensor
    policy: torch.Tensor
    played: torch.Tensor
    owners: torch.Tensor
    result: torch.Tensor


def batch(positions, rows, places, is_varied):
    """Return some positions; if `is_varied`, under random symmetries and some with another komi."""
    device, count = rows.device, len(rows)
    ways = torch.randint(len(places) if is_varied else 1, (count,), device=device)
    places = places[ways]
    scatter = lambda table: torch.zeros_like(table).scatter_(1, places, table)
    inputs, owners = scatter(positions.inputs[rows]), scatter(positions.owners[rows])
    moves = positions.moves[rows].long()
    moves = torch.where(moves >= 0, places.gather(1, moves.clamp(min=0)), moves)
    komi, weight = positions.komi[rows], positions.weight[rows]
    more = torch.zeros_like(komi)
    if is_varied:
        every = torch.where(weight == 1.0, KOMI_CHANGES[1], KOMI_CHANGES[0])
        changes = (torch.rand(count, device=device) * every < 1.0) & (positions.has_komi[rows] > 0)
        more = torch.randint(-KOMI_RANGE, KOMI_RANGE + 1, (count,), device=device) * changes
    result = 0.5 + 0.5 * torch.sign(positions.lead[rows] + komi + more)
    # The search did not know of another komi.
    weight = torch.where(more == 0, weight, 0.0)
    result = result + weight * (positions.win_rate[rows] - result)
    shape = (count, positions.height, positions.width)
    bits = (inputs.int()[:, None] >> torch.arange(INPUTS, device=device)[:, None]) & 1
    return Batch(
        planes=bits.float().view(count, INPUTS, *shape[1:]).to(memory_format=torch.channels_last),
        points=(inputs != 0).float().view(count, 1, *shape[1:]),
        komi=komi + more,
        moves=moves,
        strengths=positions.strengths[rows].float(),
        policy=positions.policy[rows].float(),
        played=positions.played[rows],
        owners=owners,
        result=result,
    )
