import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportedColumns } from './columns.ts';
import { exportWhats } from './export.ts';

test.each(exportWhats)('the columns of %s are those of the documentation', (what) => {
  const page = readFileSync(new URL('../../../docs/reference/exports.md', import.meta.url), 'utf8');
  const section = page.split(/^### /m).find((one) => one.toLowerCase().startsWith(what)) ?? '';
  const rows = section.split(/^## /m)[0]?.matchAll(/^\| `(\w+)` \| (\w+)( or null)? \|/gm);
  const documented = [...(rows ?? [])].map(([, name, type, nullable]) => [
    name,
    type,
    nullable !== undefined,
  ]);
  expect(documented).toEqual(
    exportedColumns[what].map(({ name, type, nullable }) => [name, type, nullable === true]),
  );
});
