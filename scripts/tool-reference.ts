import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ToolEffect, ToolGroup } from '../src/tools/tool.ts';

export interface ReferenceGroup {
  heading: string;
  intro?: string;
  tools: Array<{ listing: McpTool; effect?: string }>;
}

export const groupHeadings: Record<ToolGroup, string> = {
  session: 'Session',
  notebook: 'Notebook',
  run: 'Running cells',
  runtime: 'Runtime',
  state: 'State',
  files: 'Files and secrets',
};

export const effects: Record<ToolEffect, string> = {
  reads: 'reads only',
  adds: 'adds to the notebook',
  sets: 'changes the notebook',
  edits: 'changes the notebook',
  proposes: 'shows the user a change',
  destroys: 'removes from the notebook',
  runs: 'runs code',
  controls: 'changes the runtime',
  transfers: 'transfers files',
  discloses: 'uses secrets',
  stops: 'stops what runs',
  connects: 'connects a notebook',
};

/** The Markdown of docs/tools.md. */
export function renderReference(groups: readonly ReferenceGroup[]): string {
  const filled = groups.filter(({ tools }) => tools.length > 0);
  return [
    '# Tools',
    '',
    '<!-- Written by `npm run docs` from the tools themselves; `npm test` fails when it is out of date. -->',
    '',
    'What an agent can call, and with what. Every tool is listed from the first `tools/list`, whether a notebook',
    'is connected or not.',
    '',
    ...filled.map(
      ({ heading, tools }) => `- ${heading}: ${tools.map(({ listing }) => link(listing)).join(' · ')}`,
    ),
    ...filled.flatMap(renderGroup),
    '',
  ].join('\n');
}

const link = ({ name }: McpTool): string => `[\`${name}\`](#${name})`;

function renderGroup({ heading, intro, tools }: ReferenceGroup): string[] {
  return ['', `## ${heading}`, ...(intro ? ['', intro] : []), ...tools.flatMap(renderTool)];
}

function renderTool({ listing, effect }: ReferenceGroup['tools'][number]): string[] {
  const headline = [listing.title, effect].filter((part) => part !== undefined).join('; ');
  return [
    '',
    `### ${listing.name}`,
    '',
    ...(headline ? [`*${headline}.*`, ''] : []),
    listing.description ?? '',
    ...renderArguments(listing.inputSchema),
  ];
}

const Argument = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.object({ type: z.string().optional() }).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
});

function renderArguments({ properties = {}, required = [] }: McpTool['inputSchema']): string[] {
  const names = Object.keys(properties);
  if (names.length === 0) return ['', 'No arguments.'];
  return [
    '',
    '| argument | type | |',
    '|---|---|---|',
    ...names.map((name) => renderArgument(name, Argument.parse(properties[name]), required.includes(name))),
  ];
}

function renderArgument(name: string, argument: z.infer<typeof Argument>, required: boolean): string {
  const kind = argument.enum
    ? argument.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
    : [argument.type, argument.items?.type].filter((part) => part !== undefined).join(' of ');
  const notes = [
    argument.description ?? '',
    argument.default === undefined ? '' : `Default: \`${JSON.stringify(argument.default)}\`.`,
  ];
  const text = notes.filter((note) => note !== '').join(' ');
  return `| \`${name}\`${required ? '' : ' (optional)'} | ${cell(kind)} | ${cell(text)} |`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
