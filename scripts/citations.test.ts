import { expect, it } from 'vitest';
import { checkCitations } from './citations.ts';

/** The paths are put together, so that this file itself cites nothing. */
const docs = 'docs';
const lists = `${docs}/lists.md`;
const index = `${docs}/index.md`;
const none = `${docs}/none.md`;
const page = '# Lists\n\n## Pages of `data`\n\n```md\n## In code\n```\n\n## Order\n\n## Order\n';

const check = (text: string, file = 'src/a.ts') => {
  const files = new Map([
    [lists, page],
    [file, text],
  ]);
  return checkCitations(files, (path) => files.has(path) || path === 'docs/image.webp');
};

it.each([
  [`/** Source: ${lists}. */`, 1],
  [`/** Source: ${lists} ("Order"). */`, 1],
  [`/** Source: ${lists} ("Lists", "Pages of \`data\`"). */`, 1],
  [`/**\n * Source: RFC 8288, ${lists}\n * ("Pages\n * of \`data\`").\n */`, 1],
  [`// ${lists}#order-1 and ${lists}#pages-of-data`, 2],
  [`const source = '${lists} ("Order")';`, 1],
  ['/** Source: RFC 8288 section 3. */', 0],
])('follows %j', (text, followed) => {
  expect(check(text)).toEqual({ followed, problems: [] });
});

it.each([
  [`/** Source: ${none}. */`, `src/a.ts: there is no ${none}`],
  [`/** Source: ${lists} ("Sorting"). */`, `src/a.ts: ${lists} has no heading "Sorting"`],
  [`/** Source: ${lists} ("Order", "Sorting"). */`, `src/a.ts: ${lists} has no heading "Sorting"`],
  [`/** Source: ${lists} ("In code"). */`, `src/a.ts: ${lists} has no heading "In code"`],
  [`// ${lists}#order-2`, `src/a.ts: ${lists} has no anchor #order-2`],
])('finds what leads nowhere: %j', (text, problem) => {
  expect(check(text)).toEqual({ followed: 0, problems: [problem] });
});

it.each([
  ['contract', ' section 6'],
  ['Contract', ' 3.1'],
  ['spec', ' sections 2.1 and 4'],
  ['spec', '\n * 4.6'],
  ['issue', ' 5'],
  ['issue', ' #5'],
  ['Source: ', 'design, trip 1'],
  ['the ', 'specification'],
])('refuses a document that is elsewhere: %j %j', (head, tail) => {
  expect(check(`/** Lists. ${head}${tail}. */`).problems).toEqual([
    expect.stringContaining('is not a page of the repository'),
  ]);
});

it('lets words be that only look like one', () => {
  const text = "// the contract suites; `0 issue letsencrypt.org`; Let's Encrypt issues 50; design";
  expect(check(text)).toEqual({ followed: 0, problems: [] });
});

it('follows the source files that pages name', () => {
  const files = new Map([
    [index, '`core/index.ts`, `index.ts` and `src/core/index.ts`'],
    ['src/core/index.ts', ''],
  ]);
  expect(checkCitations(files, (path) => files.has(path))).toEqual({ followed: 3, problems: [] });
});

it('follows the links of pages, from the page they are on', () => {
  const links = '[a](lists.md) [b](lists.md#order) [c](#here) ![d](image.webp) [e](https://example.com/x.md)';
  expect(check(`## Here\n\n${links}\n\n\`\`\`\n[f](none.md)\n\`\`\`\n`, index)).toEqual({
    followed: 4,
    problems: [],
  });
});

it.each([
  ['[a](none.md)', `${index}: there is no ${none}`],
  ['[a](../lists.md)', `${index}: there is no lists.md`],
  ['[a](lists.md#none)', `${index}: ${lists} has no anchor #none`],
  ['[a](#none)', `${index}: ${index} has no anchor #none`],
  ['![a](none.webp)', `${index}: there is no docs/none.webp`],
  ['`core/none.ts` reads it', `${index}: there is no core/none.ts`],
  ['`dex.ts` reads it', `${index}: there is no dex.ts`],
])('finds a link that leads nowhere: %j', (text, problem) => {
  expect(check(text, index)).toEqual({ followed: 0, problems: [problem] });
});
