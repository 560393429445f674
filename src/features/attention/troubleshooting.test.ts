/** Source: docs/guides/troubleshooting.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verdictStates } from '../../core/finding.ts';
import { kinds } from './kinds.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/troubleshooting.md'), 'utf8');

test('the page has a row for each kind of finding, with what to do and a command', () => {
  const rows = page.matchAll(
    /^\| \[`(\w+)`\]\(\.\.\/reference\/finding-kinds\.md#(\w+)\) \|.*\| `nameplate [^`]+` \|$/gm,
  );
  const linked = [...rows].map(([, name, anchor]) => `${name} ${anchor}`);
  expect(new Set(linked)).toEqual(new Set(kinds.map(({ kind }) => `${kind} ${kind}`)));
});

test('the page has a row for each verdict', () => {
  for (const state of verdictStates) expect(page).toContain(`\n| \`${state}\` |`);
});
