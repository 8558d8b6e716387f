import subprocess
import sys

import torch
from torch import nn

from prism.training.optimizer import Adam


def trained(optimizer: type[torch.optim.Adam]) -> torch.Tensor:
    torch.manual_seed(0)
    layer = nn.Linear(4, 3)
    adam = optimizer([{"params": list(layer.parameters()), "lr": 0.1, "weight_decay": 0.01}])
    for _ in range(5):
        adam.zero_grad()
        layer(torch.randn(8, 4)).square().sum().backward()
        adam.step()
    return layer.weight.detach()


def test_steps_are_those_of_torch() -> None:
    assert trained(Adam).equal(trained(torch.optim.Adam))


def test_the_compiler_is_not_imported() -> None:
    program = (
        "import sys, torch; from prism.training.optimizer import Adam; p = torch.nn.Parameter(torch.ones(1));"
        "a = Adam([{'params': [p]}]); p.sum().backward(); a.step(); a.zero_grad(); a.load_state_dict(a.state_dict());"
        "sys.exit('torch._dynamo' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
