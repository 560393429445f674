/** Checks the repository's citations and links; `npm run docs:check` runs it. Exits 1 and names those that lead nowhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCitations } from './citations.ts';

/** As .gitignore has them; a checkout need not be a work tree of git. */
const ignored: ReadonlySet<string> = new Set(['.git', 'coverage', 'data', 'dist', 'node_modules']);
const isText = /\.(?:[cm]?[jt]sx?|css|html|md|sh|sql|txt|ya?ml)$|^\.ci\/run$/;

function* textFiles(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && !ignored.has(entry.name)) yield* textFiles(path);
    else if (entry.isFile() && isText.test(path)) yield path;
  }
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const files = new Map([...textFiles('.')].map((path) => [path, readFileSync(path, 'utf8')]));
const { followed, problems } = checkCitations(files, existsSync);
for (const problem of problems) console.error(problem);
console.log(`${followed} citations and links lead to a page of the repository`);
if (problems.length > 0) process.exitCode = 1;
