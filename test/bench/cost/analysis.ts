import { listOf } from '../../support/agent.ts';
import type { Job } from './counting-agent.ts';
import { addAndRun, requireOk } from './counting-agent.ts';

const DATA = `import numpy as np, pandas as pd
rng = np.random.default_rng(7)
days = pd.date_range("2023-01-01", periods=2400, freq="8h")
pd.DataFrame({
    "date": days,
    "region": rng.choice(["north", "south", "east", "west"], len(days)),
    "product": rng.choice(["lamp", "chair", "table", "shelf", "rug"], len(days)),
    "units": rng.poisson(12, len(days)),
    "price": rng.gamma(9, 4, len(days)).round(2),
    "discount": np.where(rng.random(len(days)) < 0.1, np.nan, rng.random(len(days)).round(2)),
}).to_csv("sales.csv", index=False)`;

const LOAD = `import pandas as pd
import matplotlib.pyplot as plt

df = pd.read_csv("sales.csv", parse_dates=["date"])
df.shape`;

/** What a table holds: its first rows, its columns with their types and nulls, and how their values are spread. */
const TABLE_LOOKS = ['df.head(10)', 'df.info()', 'df.describe()'];
const PRICE_LOOK = 'df.groupby("product")["price"].describe()';

const TITLE = '# Sales\nWhat sells where and when, from `sales.csv`.';
const BY_MONTH = '## By month\nRevenue is units times price, less the discount.';
const REVENUE = `df["discount"] = df["discount"].fillna(0)
df["revenue"] = df["units"] * df["price"] * (1 - df["discount"])
monthly = df.groupby(df["date"].dt.to_period("M"))["revenue"].sum()
monthly`;
const MONTHLY_CHART = `monthly.plot(title="Revenue by month", xlabel="month", ylabel="revenue", figsize=(8, 3))
plt.show()`;
const BY_REGION = '## By region and product';
const WRONG = `by_region = df.pivot_table(index="area", columns="product", values="revenue", aggfunc="sum").round(0)
by_region`;
const REGION_CHART = `by_region.plot.bar(title="Revenue by region", ylabel="revenue", figsize=(8, 3))
plt.show()`;
const ODD = '## What is odd';
const OUTLIERS = `limit = df["revenue"].mean() + 3 * df["revenue"].std()
df[df["revenue"] > limit].sort_values("revenue", ascending=False).head(20)`;
const TREND = `import numpy as np
slope, base = np.polyfit(range(len(monthly)), monthly.to_numpy(), 1)
print(f"trend: {slope:+.0f} a month from {base:.0f}")`;
const TREND_CHART = `plt.figure(figsize=(8, 3))
plt.plot(monthly.to_numpy(), label="revenue")
plt.plot([base + slope * month for month in range(len(monthly))], label="trend")
plt.legend(); plt.title("Revenue and its trend"); plt.show()`;
const FINDINGS =
  '## Findings\n1. Revenue has no trend worth the name.\n2. Regions differ little.\n3. A tenth of all rows has no discount; they count as none.';

const code = (content: string) => ({ type: 'code', content });
const text = (content: string) => ({ type: 'text', content });

/**
 * An analysis with pandas and plots; one cell fails at first, and is mended. Both sides see the same, once: the cells
 * that are there, what the table holds, prices by product, what each new cell shows (the one that failed also after it
 * is mended), and that all runs from top to bottom. Nobody reads outputs again that have been seen.
 */
export const analysis: Job = {
  name: 'an analysis with pandas and plots',

  async setUp(agent) {
    const id = await agent.addCode(DATA, 0);
    await agent.use('execute_cell', { cellId: id, timeoutSeconds: 100 });
  },

  async before(agent) {
    await agent.use('get_cells');
    const write = (content: string) => agent.use('add_text_cell', { cellIndex: -1, content });
    await write(TITLE);
    await addAndRun(agent, LOAD);
    // Nothing runs without a cell: what need not stay is deleted again.
    for (const look of [...TABLE_LOOKS, PRICE_LOOK]) {
      const cellId = await addAndRun(agent, look);
      await agent.use('delete_cell', { cellId });
    }
    await write(BY_MONTH);
    await addAndRun(agent, REVENUE);
    await addAndRun(agent, MONTHLY_CHART);
    await write(BY_REGION);
    const wrong = await addAndRun(agent, WRONG);
    await agent.use('edit_cell', { cellId: wrong, find: '"area"', replace: '"region"' });
    await agent.use('execute_cell', { cellId: wrong });
    await addAndRun(agent, REGION_CHART);
    await write(ODD);
    await addAndRun(agent, OUTLIERS);
    await addAndRun(agent, TREND);
    await addAndRun(agent, TREND_CHART);
    requireOk(await agent.use('run_cells'));
    await write(FINDINGS);
  },

  async after(agent) {
    await agent.use('get_cells', { format: 'text' });
    await agent.use('add_cells', { cells: [text(TITLE), code(LOAD)], run: true });
    // Tells what the three looks at the table tell.
    await agent.use('inspect_variable', { path: 'df' });
    await agent.use('execute_code', { code: PRICE_LOOK });
    const added = await agent.use('add_cells', {
      cells: [
        text(BY_MONTH),
        code(REVENUE),
        code(MONTHLY_CHART),
        text(BY_REGION),
        code(WRONG),
        code(REGION_CHART),
      ],
      run: true,
    });
    const [wrong, skipped] = listOf(added.newCellIds).map(String).slice(-2);
    await agent.use('edit_cell', { cellId: wrong, find: '"area"', replace: '"region"', run: true });
    await agent.use('execute_cell', { cellId: skipped });
    await agent.use('add_cells', {
      cells: [text(ODD), code(OUTLIERS), code(TREND), code(TREND_CHART)],
      run: true,
    });
    requireOk(await agent.use('run_cells'));
    await agent.use('add_text_cell', { content: FINDINGS });
  },
};
