/** The pages of `docs/` as HTML. Source: docs/reference/service.md ("Help"). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { Marked, type Tokens } from 'marked';

const docsDirectory = join(import.meta.dirname, '../../docs');
const indexPage = 'README';
/** The service has it at an address of its own. */
const apiDocument = 'reference/openapi.json';

/** By name in the build: `help/guides/dashboard.html` is served as `/help/guides/dashboard`. */
export function makeHelp(): ReadonlyMap<string, string> {
  const pages = readdirSync(docsDirectory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replaceAll(sep, '/').slice(0, -'.md'.length));
  const names = new Set(pages);
  const files = new Map<string, string>();
  for (const page of pages) {
    const text = readFileSync(join(docsDirectory, `${page}.md`), 'utf8');
    files.set(`help/${page}.html`, htmlOf(page, text, names));
  }
  files.set('help/help.css', readText('../src/theme/tokens.css') + readText('help.css'));
  return files;
}

function readText(path: string): string {
  return readFileSync(join(import.meta.dirname, path), 'utf8');
}

function htmlOf(page: string, text: string, names: ReadonlySet<string>): string {
  const anchors = new Set<string>();
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }: Tokens.Heading): string {
        const plain = words.replaceAll('`', '');
        if (depth === 1) title = plain;
        const anchor = anchorOf(words, anchors);
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(href, page, names);
        return address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
      },
      table(token: Tokens.Table): string {
        // A head without text is no head.
        const cells = (row: readonly Tokens.TableCell[], head: string): string =>
          `<tr>${row
            .map(({ text: words, tokens }) => {
              const tag = words === '' ? 'td' : head;
              return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
            })
            .join('')}</tr>`;
        const rows = token.rows.map((row) => cells(row, 'td')).join('\n');
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead>${cells(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text: code }: Tokens.Code): string {
        return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;
      },
      // Screenshots are for those who read on GitHub.
      image: () => '',
      html: () => '',
    },
  });
  const body = marked.parse(text, { async: false });
  const isIndex = page === indexPage;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Nameplate</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/help/help.css">
<script src="/theme.js"></script>
</head>
<body>
<header><a href="/">Nameplate</a>${isIndex ? '' : `<a href="/help/${indexPage}">All pages</a>`}<a href="/docs">API reference</a></header>
<main>
${body}</main>
</body>
</html>
`;
}

/** Where a link of a page leads when it is served; undefined for what only the repository has. */
function addressOf(href: string, page: string, names: ReadonlySet<string>): string | undefined {
  if (href.startsWith('#') || /^https?:/.test(href)) return href;
  const [path = '', fragment] = href.split('#', 2);
  const target = posix.join(posix.dirname(page), path);
  if (target === apiDocument) return '/openapi.json';
  const name = target.replace(/\.md$/, '');
  if (!target.endsWith('.md') || !names.has(name)) return undefined;
  return `/help/${name}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** As GitHub makes them, which the links of the pages follow. */
function anchorOf(words: string, taken: Set<string>): string {
  const slug = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  let anchor = slug;
  for (let copies = 1; taken.has(anchor); copies += 1) anchor = `${slug}-${copies}`;
  taken.add(anchor);
  return anchor;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
