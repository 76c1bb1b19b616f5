/** The Python that the example agent writes: plain standard library, so that any kernel runs it. */

export const defineExperiment = `import math
import random

random.seed(7)

def estimate_pi(darts):
    """Throws darts at a square; the share that lands in the quarter circle is pi / 4."""
    inside = sum(math.hypot(random.random(), random.random()) <= 1 for _ in range(darts))
    return 4 * inside / darts

history = []

def throw(darts):
    pi = estimate_pi(darts)
    history.append((darts, pi))
    print(f"{darts:>7,} darts: pi is about {pi:.5f}, off by {abs(pi - math.pi):.5f}")`;

export const firstThrows = `for darts in (100, 1_000, 10_000):
    throw(darts)`;

export const throwMore = (darts: number): string =>
  `throw(${darts.toLocaleString('en').replaceAll(',', '_')})`;

/** The name in the last line is misspelt on purpose: the agent shall find out from the traceback. */
export const drawChart = `class Chart:
    """Error against number of darts, both on a logarithmic scale, as an SVG picture."""

    def __init__(self, points):
        self.points = [(math.log10(n), math.log10(max(abs(pi - math.pi), 1e-6))) for n, pi in points]

    def place(self, x, y):
        return 60 + (x - 2) * 110, 30 - y * 38

    def _repr_svg_(self):
        places = [self.place(x, y) for x, y in self.points]
        line = " ".join(f"{x:.0f},{y:.0f}" for x, y in places)
        dots = "".join(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5" fill="#e8710a"/>' for x, y in places)
        grid = "".join(
            f'<line x1="60" x2="520" y1="{30 + k * 38}" y2="{30 + k * 38}" stroke="#ddd"/>'
            f'<text x="52" y="{34 + k * 38}" text-anchor="end">{10 ** -k:g}</text>'
            for k in range(6)
        ) + "".join(
            f'<text x="{60 + k * 110}" y="242" text-anchor="middle">{10 ** (k + 2):,}</text>' for k in range(5)
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="560" height="270" font-family="sans-serif" font-size="12">'
            f'{grid}<polyline points="{line}" fill="none" stroke="#e8710a" stroke-width="2"/>{dots}'
            '<text x="290" y="262" text-anchor="middle">darts thrown (how far the estimate is off, upwards)</text></svg>'
        )

Chart(histroy)`;

export const summarise = `best = min(history, key=lambda entry: abs(entry[1] - math.pi))
print(f"{sum(darts for darts, _ in history):,} darts in all; closest: {best[1]:.5f} with {best[0]:,} darts")`;
