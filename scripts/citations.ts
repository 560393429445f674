/**
 * Follows what the repository says about its own pages: citations in code, tests and pages, such as
 * `docs/reference/api.md ("Lists")`, and the links and source files of pages.
 * Source: docs/guides/development.md ("Citations").
 */
import { posix } from 'node:path';

export type Citations = {
  /** How many citations and links led to a page. */
  readonly followed: number;
  /** One line for each that leads nowhere, with the file it is in. */
  readonly problems: readonly string[];
};

/** A page of the repository by its path from the root, with an anchor or headings in quotes and brackets. */
const citation =
  /(?<![\w./-])(docs\/[\w./-]+\.md|(?:ARCHITECTURE|CONTRIBUTING|SECURITY)\.md)(?:#([\w-]+))?(?: \(((?:"[^"]+"(?:, )?)+)\))?/g;
const link = /\]\(([^)\s]+)\)/g;
/** A source file that a page names, by its path or the end of it. */
const sourceFile = /`((?:[\w.-]+\/)*[\w.-]+\.(?:c?tsx?|sh))`/g;

/** Names of documents that are not in the repository, which a reader can't open. */
const foreign: readonly RegExp[] = [
  /\b(?:contract|spec|design)s?,? (?:(?:sections?|parts?|rows?) )?\d/i,
  /\bissue #?\d/i,
  /\bSource: (?:the )?(?:contract|spec|specification|design|issue)\b/i,
  /\bthe (?:contract|spec|specification)\b(?! suites?\b| tests?\b)/i,
];

/**
 * Checks all files of the repository, given by their path from the root. `exists` tells whether a path is there, text
 * or not.
 */
export function checkCitations(
  files: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): Citations {
  const problems: string[] = [];
  let followed = 0;
  const headings = new Map<string, readonly string[]>();
  const headingsOf = (page: string): readonly string[] => {
    const found = headings.get(page) ?? readHeadings(files.get(page) ?? '');
    headings.set(page, found);
    return found;
  };
  const follow = (
    file: string,
    page: string,
    anchor: string | undefined,
    titles: readonly string[],
  ): void => {
    if (!exists(page)) {
      problems.push(`${file}: there is no ${page}`);
      return;
    }
    const known = headingsOf(page);
    const missing = titles.filter((title) => !known.includes(title)).map((title) => `heading "${title}"`);
    if (anchor !== undefined && !anchorsOf(known).has(anchor)) missing.push(`anchor #${anchor}`);
    for (const what of missing) problems.push(`${file}: ${page} has no ${what}`);
    if (missing.length === 0) followed += 1;
  };

  for (const [file, text] of files) {
    const joined = joinLines(text);
    for (const [, page = '', anchor, quoted = ''] of joined.matchAll(citation)) {
      const titles = [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
      follow(file, page, anchor, titles);
    }
    for (const pattern of foreign) {
      const found = pattern.exec(joined)?.[0];
      if (found !== undefined) problems.push(`${file}: "${found}" is not a page of the repository`);
    }
    if (!file.endsWith('.md')) continue;
    for (const [, name = ''] of joined.matchAll(sourceFile)) {
      if ([...files.keys()].some((path) => path === name || path.endsWith(`/${name}`))) followed += 1;
      else problems.push(`${file}: there is no ${name}`);
    }
    for (const [, target = ''] of withoutCode(text).matchAll(link)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const page = path === '' ? file : posix.join(posix.dirname(file), path);
      follow(file, page, anchor, []);
    }
  }
  return { followed, problems };
}

/** Joins the lines of comments and paragraphs: a citation may begin on one line and end on the next. */
function joinLines(text: string): string {
  return text.replace(/\s*\n[ \t]*(?:(?:\*|\/\/|#)(?=[ \t]))?[ \t]*/g, ' ');
}

function withoutCode(page: string): string {
  return page.replace(/^ *```[^]*?^ *```/gm, '');
}

function readHeadings(page: string): string[] {
  return [...withoutCode(page).matchAll(/^#{1,6} (.+?) *$/gm)].map(([, title = '']) => title);
}

/** The anchors that GitHub gives headings. */
function anchorsOf(titles: readonly string[]): Set<string> {
  const anchors = new Set<string>();
  for (const title of titles) {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let copies = 1; anchors.has(anchor); copies += 1) anchor = `${slug}-${copies}`;
    anchors.add(anchor);
  }
  return anchors;
}
