/** Checks the imports of `src/` against ARCHITECTURE.md; `npm run lint` runs it. Exits 1 and names those it forbids. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findForbiddenImports, readImportRules } from './import-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const entries = readdirSync(source, { recursive: true, withFileTypes: true });
const paths = entries
  .filter((entry) => /\.c?ts$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name));
const files = new Map(paths.map((path) => [relative(source, path), readFileSync(path, 'utf8')]));
const problems = findForbiddenImports(
  files,
  readImportRules(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
