/** What the agent of docs/tutorial.md does, in its order. */
export const analysis: ReadonlyArray<{ tool: string; arguments: Record<string, unknown> }> = [
  { tool: 'get_notebook_outline', arguments: {} },
  {
    tool: 'execute_code',
    arguments: { code: 'import pandas as pd\npd.read_csv("rides.csv").describe(include="all")' },
  },
  {
    tool: 'add_cells',
    arguments: {
      run: true,
      cellIndex: 0,
      cells: [
        {
          type: 'text',
          content:
            '# When do people ride?\n\nRides of four weeks, with the rain of each day. One count is missing.',
        },
        {
          type: 'code',
          content:
            'import pandas as pd\n\nrides = pd.read_csv("rides.csv", parse_dates=["day"]).dropna()\nby_weekday = rides.groupby("weekday", sort=False)["rides"].mean().round().astype(int)\nby_weekday.to_csv("by-weekday.csv")\nby_weekday',
        },
        {
          type: 'code',
          content:
            'import matplotlib.pyplot as plt\n\nfig, ax = plt.subplots(figsize=(6, 2.6))\nax.scatter(rides["rain_mm"], rides["rides"])\nax.set(title="Rain keeps people off their bikes", xlabel="rain (mm)", ylabel="rides a day")\nplt.show()',
        },
      ],
    },
  },
  {
    tool: 'add_text_cell',
    arguments: {
      cellIndex: 3,
      content:
        '**Findings.** People ride most on working days; every millimetre of rain costs about forty rides.',
    },
  },
];
