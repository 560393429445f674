/** The page of the MCP server's tools. Source: docs/guides/assistants.md. */
import type { TObject, TSchema } from '@sinclair/typebox';
import { tools } from '../src/features/mcp/tools.ts';

export function renderTools(): string {
  const parts = tools.map(
    ({ name, description, input, output }) => `## ${name}

${description}

| argument | | |
|---|---|---|
${rowsOf(input)}

${answerOf(output)}
`,
  );
  return `What [assistants](../guides/assistants.md) call over the Model Context Protocol.

${parts.join('\n')}`;
}

function rowsOf({ properties, required = [] }: TObject): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const need = required.includes(name) ? '**Required.**' : defaultOf(schema);
      return `| \`${name}\` | ${escaped(formOf(schema))} | ${escaped([schema.description, need].filter(Boolean).join(' '))} |`;
    })
    .join('\n');
}

function defaultOf({ default: value }: TSchema): string {
  return value === undefined ? '' : `Default: \`${String(value)}\`.`;
}

function formOf({ type, enum: choices, minimum, maximum }: TSchema): string {
  if (Array.isArray(choices))
    return choices.length > 12 ? 'a word' : choices.map((word) => `\`${word}\``).join(', ');
  if (type === 'integer') return `${minimum} to ${maximum}`;
  return (
    { string: 'text', array: 'list', object: 'object', boolean: 'true, false' }[String(type)] ??
    'text or list'
  );
}

function answerOf({ properties, description = '' }: TObject): string {
  const members = Object.entries(properties).map(
    ([name, member]) => `| \`${name}\` | ${escaped(member.description ?? '')} |`,
  );
  return members.length === 0
    ? `Answer: ${description}`
    : ['| answer | |', '|---|---|', ...members].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
