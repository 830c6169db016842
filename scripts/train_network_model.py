"""The network of crates/network in PyTorch, with batch normalization."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from train_network_positions import INPUTS

VALUE_HIDDEN = 16
LEAD_UNIT = 10.0
# The integer that stands for 1.0 in a weights file.
UNIT = 4096


def isru(x):
    """Return a sigmoid from -1 to 1 (inverse square root unit)."""
    return x / torch.sqrt(1 + x * x)


class Convolution(nn.Module):
    """A 3 × 3 convolution with batch normalization over all points of boards of several sizes."""

    def __init__(self, inputs, channels, variance):
        super().__init__()
        self.kernel = nn.Parameter(torch.randn(channels, inputs, 3, 3) * variance**0.5)
        self.norm = nn.BatchNorm1d(channels, momentum=0.01)

    def forward(self, images, pooled=None):
        """Return a row for each point of all boards."""
        x = torch.cat([row_of_each_point(F.conv2d(image, self.kernel, padding=1)) for image in images])
        return self.norm(x if pooled is None else x + pooled)

    def folded(self):
        """Return the kernel and the bias with normalization, and the factor of each channel."""
        factor = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        bias = self.norm.bias - self.norm.running_mean * factor
        return self.kernel * factor[:, None, None, None], bias, factor


def row_of_each_point(image):
    """Return a row for each point of boards."""
    return image.permute(0, 2, 3, 1).reshape(-1, image.shape[1])


class Network(nn.Module):
    """The network of crates/network."""

    def __init__(self, channels, blocks, has_pooling):
        super().__init__()
        self.shape = (channels, blocks, has_pooling)
        self.entry = Convolution(INPUTS, channels, 2 / (9 * INPUTS / 3))
        layer = lambda: Convolution(channels, channels, 1 / (9 * channels))
        self.layers = nn.ModuleList(layer() for _ in range(2 * blocks))
        # The branches of the blocks begin at nearly nothing.
        for convolution in self.layers[1::2]:
            nn.init.constant_(convolution.norm.weight, 0.2)
        pooling = lambda: nn.Parameter(torch.zeros(2 * channels, channels))
        self.pooling = nn.ParameterList(pooling() for _ in range(blocks if has_pooling else 0))
        small = lambda *shape: nn.Parameter(torch.randn(*shape) * (2 / (8 * channels)) ** 0.5)
        self.heads, self.head_bias = small(2, channels), nn.Parameter(torch.zeros(2))
        self.hidden, self.hidden_bias = small(VALUE_HIDDEN, channels + 1), nn.Parameter(torch.zeros(VALUE_HIDDEN))
        self.value, self.value_bias = nn.Parameter(torch.randn(VALUE_HIDDEN) * 0.18), nn.Parameter(torch.zeros(1))
        self.value_lead = nn.Parameter(torch.ones(1))

    def forward(self, batches):
        """Return for each batch the policy's logits, the owners and the values before `isru`."""
        shapes = [batch.planes.shape for batch in batches]
        points = [batch.points.flatten(1)[:, :, None] for batch in batches]
        counts = [of_batch.sum(1).clamp(min=1) for of_batch in points]

        def boards(x):
            parts = x.split([count * height * width for count, _, height, width in shapes])
            return [part.view(shape[0], shape[2] * shape[3], -1) for part, shape in zip(parts, shapes)]

        def images(x):
            return [part.view(shape[0], shape[2], shape[3], -1).permute(0, 3, 1, 2)
                    for part, shape in zip(boards(x), shapes)]

        def pooled(x, weights):
            sums = []
            for part, mask, count in zip(boards(x), points, counts):
                part = part * mask.to(part.dtype)
                both = torch.cat([part.sum(1) / count, part.amax(1)], 1).to(x.dtype) @ weights.to(x.dtype)
                sums.append(both[:, None].expand(part.shape).reshape(-1, x.shape[1]))
            return torch.cat(sums)

        x = F.relu(self.entry([batch.planes for batch in batches]))
        for i in range(0, len(self.layers), 2):
            y = F.relu(self.layers[i](images(x)))
            more = pooled(y, self.pooling[i // 2]) if self.pooling else None
            x = F.relu(x + self.layers[i + 1](images(y), more))
        with torch.autocast(x.device.type, enabled=False):
            return [self.outputs(*part) for part in zip(boards(x.float()), points, counts, batches)]

    def outputs(self, x, points, count, batch):
        """Return the outputs of the heads."""
        policy, owners = (x @ self.heads.T + self.head_bias).unbind(2)
        lead = (batch.komi + (isru(owners) * points[:, :, 0]).sum(1)) / LEAD_UNIT
        means = (x * points).sum(1) / count
        hidden = F.relu(torch.cat([means, lead[:, None]], 1) @ self.hidden.T + self.hidden_bias)
        return policy, owners, hidden @ self.value + self.value_bias + self.value_lead * lead

    @torch.no_grad()
    def blocks(self):
        """Return the names and the numbers of the blocks of a weights file."""
        layout = lambda kernel: kernel.permute(2, 3, 1, 0)
        kernel, bias, _ = self.entry.folded()
        named = {"entry": layout(kernel), "entry_bias": bias}
        pooling = {}
        for i, convolution in enumerate(self.layers):
            kernel, bias, factor = convolution.folded()
            named |= {f"layer{i + 1}": layout(kernel), f"layer{i + 1}_bias": bias}
            if self.pooling and i % 2 == 1:
                pooling[f"pooling{i // 2 + 1}"] = self.pooling[i // 2] * factor
        named |= pooling
        for name in ["heads", "head_bias", "hidden", "hidden_bias", "value", "value_bias", "value_lead"]:
            named[name] = getattr(self, name)
        return {name: np.rint(numbers.flatten().double().cpu().numpy() * UNIT).astype(int)
                for name, numbers in named.items()}
