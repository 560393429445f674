import { expect, it } from 'vitest';
import { findForbiddenImports, readImportRules } from './import-rules.ts';

const table = `
| folder | what is in it | imports of ours |
|---|---|---|
| \`core/\` | pure rules | nothing |
| \`store/engine/\` | the engine; \`a/b.ts\` | core |
| \`store/query/\` | queries | core, store/engine |
| \`api/\` | routes | core, store |
| \`service/\` | composition | all but cli |
| \`cli/\` | commands | all |
`;

const check = (file: string, text: string) =>
  findForbiddenImports(new Map([[file, text]]), readImportRules(table));

it.each([
  ['core/a.ts', "import { b } from './b.ts';"],
  ['core/deep/a.ts', "import { b } from '../b.ts';"],
  ['core/a.test.ts', "import { b } from '../../test/support/b.ts';"],
  ['core/a.ts', "import { b } from 'node:fs';"],
  ['store/query/a.ts', "import type { B } from '../engine/schema/b.ts';"],
  ['api/routes/a.ts', "import { b } from '../../store/query/b.ts';"],
  ['service/a.ts', "const b = await import('../api/b.ts');"],
  ['cli/a.ts', "import { b } from '../service/b.ts';"],
  ['main.ts', "import { b } from './cli/b.ts';"],
])('allows %s: %s', (file, text) => {
  expect(check(file, text)).toEqual([]);
});

it.each([
  ['core/a.ts', "import { b } from '../api/b.ts';", 'core/ may not import api/b.ts'],
  ['core/a.ts', "import '../api/b.ts';", 'core/ may not import api/b.ts'],
  ['core/a.ts', "import type { B } from '../api/b.ts';", 'core/ may not import api/b.ts'],
  ['core/a.ts', "export { b } from '../api/b.ts';", 'core/ may not import api/b.ts'],
  ['core/a.ts', "type B = import('../api/b.ts').B;", 'core/ may not import api/b.ts'],
  ['core/a.ts', "import {\n  b,\n} from '../api/b.ts';", 'core/ may not import api/b.ts'],
  ['core/deep/a.ts', "import { b } from '../../api/b.ts';", 'core/ may not import api/b.ts'],
  [
    'store/engine/a.ts',
    "import { b } from '../query/b.ts';",
    'store/engine/ may not import store/query/b.ts',
  ],
  ['api/a.ts', "import { b } from '../storehouse/b.ts';", 'api/ may not import storehouse/b.ts'],
  ['service/a.ts', "import { b } from '../cli/b.ts';", 'service/ may not import cli/b.ts'],
  ['core/a.ts', "import { b } from '../main.ts';", 'core/ may not import main.ts'],
  ['new/a.ts', '', 'its folder is not in the table of ARCHITECTURE.md'],
])('refuses %s: %s', (file, text, problem) => {
  expect(check(file, text)).toEqual([`${file}: ${problem}`]);
});

it.each(['# Folders', '| `core/` | pure rules | cor |'])(
  'refuses a table that names no folder: %s',
  (text) => {
    expect(() => readImportRules(text)).toThrow('folder');
  },
);
