/** Checks the repository's citations and links; `npm run docs:check` runs it. Exits 1 and names those that lead nowhere. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkCitations } from './citations.ts';

const isText = /\.(?:[cm]?[jt]sx?|css|html|md|sh|sql|txt|ya?ml)$|\/[^.]+$/;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  encoding: 'utf8',
});
const files = new Map<string, string>();
for (const path of listed.split('\0')) {
  if (isText.test(path) && existsSync(path)) files.set(path, readFileSync(path, 'utf8'));
}
const { followed, problems } = checkCitations(files, existsSync);
for (const problem of problems) console.error(problem);
console.log(`${followed} citations and links lead to a page of the repository`);
if (problems.length > 0) process.exitCode = 1;
