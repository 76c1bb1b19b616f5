/** What the demo's agent writes: the standard library alone, so that any Python runs it. */

export const INTRODUCTION = `# How close to π do random darts come?

An agent wrote this notebook, cell by cell, while you watched. You can type in it as well.`;

export const EXPERIMENT = `import math, random

random.seed(7)
history = []

def throw(darts):
    """The share of darts that lands in the quarter circle is pi / 4."""
    pi = 4 * sum(math.hypot(random.random(), random.random()) <= 1 for _ in range(darts)) / darts
    history.append((darts, abs(pi - math.pi)))
    print(f"{darts:>7,} darts: pi is about {pi:.5f}, off by {history[-1][1]:.5f}")

for darts in (100, 1_000, 10_000):
    throw(darts)`;

export const throwMore = (darts: number): string => `throw(${darts})`;

export const CHART = `class Chart:
    def _repr_svg_(self):
        bars = "".join(
            f'<rect x="110" y="{20 + 30 * i}" width="{max(2, off * 4000):.0f}" height="20" fill="#e8710a"/>'
            f'<text x="100" y="{35 + 30 * i}" text-anchor="end">{darts:,}</text>'
            for i, (darts, off) in enumerate(history)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{40 + 30 * len(history)}" '
            f'font-family="sans-serif" font-size="13">{bars}</svg>'
        )

Chart()`;

export const conclusion = (off: number): string =>
  `The estimate is off by **${off}**. The bars above show how far each throw of darts was off.`;
