/**
 * Redirects of nginx configuration: `rewrite`, `return`, `location` and `map` in their simple forms.
 * Source: docs/reference/rule-formats.md ("nginx"); nginx documentation, "ngx_http_rewrite_module", "ngx_http_core_module".
 */
import { quoteValue } from '../../core/errors.ts';
import type { RuleAction } from '../actions/actions.ts';
import type { RedirectAction } from '../actions/redirect.ts';
import { readNginxDestination } from './nginx-destination.ts';
import { inMapOrder, type MapUse, readMapEntry, readMapVariable } from './nginx-map.ts';
import { type NginxPattern, readNginxPattern } from './nginx-pattern.ts';
import { type Directive, readNginxTree } from './nginx-tree.ts';
import { type FileContext, type RuleFile, RuleFileBuilder, refuse } from './rule-file.ts';
import { HostReader, readLiteralPath, refuseLeadingToItself } from './source-url.ts';

/** They say nothing about redirects, so that a server's block can be imported as it is. */
const ignored: ReadonlySet<string> = new Set([
  'listen',
  'server_name',
  'access_log',
  'error_log',
  'log_not_found',
  'server_tokens',
  'http2',
  'map_hash_bucket_size',
  'map_hash_max_size',
]);
const redirectStatuses: readonly RedirectAction['status'][] = [301, 302, 303, 307, 308];
const everyPath: NginxPattern = { path: '/*', groups: new Map() };

/** Reads the lines of a file: a whole configuration, a part of it, or the inside of a map. */
export function readNginxRules(lines: readonly string[], context: FileContext): RuleFile {
  const reader = new NginxReader(context.defaultHost);
  const { directives, problems } = readNginxTree(lines);
  for (const { line, reason } of problems) reader.file.refuse(line, reason);
  reader.readTop(directives);
  return reader.file.finish();
}

class NginxReader {
  readonly file = new RuleFileBuilder();
  readonly #hosts = new HostReader();
  readonly #defaultHost: string | undefined;
  /** How and for which hosts the variables of maps are used. */
  readonly #uses = new Map<string, MapUse & { readonly hosts: readonly string[] }>();

  constructor(defaultHost: string | undefined) {
    this.#defaultHost = defaultHost;
  }

  readTop(directives: readonly Directive[]): void {
    const all = directives.flatMap((one) => (one.words[0] === 'http' && one.block ? one.block : [one]));
    const maps = all.filter(({ words }) => words[0] === 'map');
    const variables = new Set(maps.map(({ words }) => words[2] ?? ''));
    const servers = all.filter(({ words, block }) => words[0] === 'server' && block !== undefined);
    const others = all.filter((one) => !maps.includes(one) && !servers.includes(one));
    const own = this.#defaultHost === undefined ? [] : [this.#defaultHost];
    for (const { line, block = [] } of servers) {
      this.file.read(line, () => this.#readServer(block, this.#serverHosts(block), variables));
    }
    this.#readServer(others, own, variables);
    for (const map of maps) this.file.read(map.line, () => this.#readMap(map));
  }

  #serverHosts(block: readonly Directive[]): readonly string[] {
    const names = block
      .filter(({ words }) => words[0] === 'server_name')
      .flatMap(({ words }) => words.slice(1))
      .filter((name) => name !== '_' && name !== '');
    if (names.length === 0) return this.#defaultHost === undefined ? [] : [this.#defaultHost];
    return names.map((name) => this.#hosts.read(name));
  }

  /** nginx's order: what stands in the server itself, exact locations, expressions, then the longest prefix. */
  #readServer(block: readonly Directive[], hosts: readonly string[], variables: ReadonlySet<string>): void {
    const locations: Directive[] = [];
    for (const directive of block) {
      this.file.read(directive.line, () => {
        if (directive.words[0] === 'location') locations.push(directive);
        else if (!this.#readUse(directive, hosts, variables))
          this.#readDirective(directive, everyPath, hosts);
      });
    }
    const kinds = new Set(locations.map(({ words }) => words[1]));
    for (const location of locations.toSorted((one, other) => rankOf(one) - rankOf(other))) {
      this.file.read(location.line, () => {
        if (location.words[1] === '^~' && kinds.has('~'))
          refuse('"^~" beside expressions has an order of its own, which a list of rules does not have');
        const pattern = readLocation(location);
        for (const inner of location.block ?? [])
          this.file.read(inner.line, () => this.#readDirective(inner, pattern, hosts));
      });
    }
  }

  /** Remembers `return 301 $new`, also within `if ($new)`, and `rewrite ^ $new permanent`. */
  #readUse(directive: Directive, hosts: readonly string[], variables: ReadonlySet<string>): boolean {
    const [name, first = '', second = '', flag] = directive.words;
    if (name === 'if') {
      const variable = /^\((\$\w+)\)$/.exec(directive.words.slice(1).join(''))?.[1] ?? '';
      const [inner, ...others] = directive.block ?? [];
      if (!variables.has(variable) || inner === undefined || others.length > 0)
        refuse('its condition ("if") cannot be carried over');
      return this.#readUse(inner, hosts, variables) || refuse('its condition ("if") cannot be carried over');
    }
    if (name !== 'return' && name !== 'rewrite') return false;
    const variable = second.replace(/^\$scheme:\/\/\$(?:host|http_host|server_name)(?=\$)/, '');
    if (!variables.has(variable)) return false;
    const status = name === 'return' ? readStatus(first) : readFlag(flag, second);
    if (status === undefined) refuse(`its status ${quoteValue(first)} is not one of a redirect`);
    const earlier = this.#uses.get(variable)?.hosts ?? [];
    this.#uses.set(variable, { status, directive: name, hosts: [...new Set([...earlier, ...hosts])] });
    return true;
  }

  #readMap(map: Directive): void {
    const use = this.#uses.get(readMapVariable(map));
    const hosts = use?.hosts ?? (this.#defaultHost === undefined ? [] : [this.#defaultHost]);
    for (const entry of inMapOrder(map.block ?? []))
      this.file.read(entry.line, () => this.#readEntry(entry, hosts, use));
  }

  #readEntry(
    entry: Directive,
    hosts: readonly string[],
    use: MapUse = { status: 301, directive: 'return' },
  ): void {
    for (const host of needHosts(hosts)) {
      const rule = readMapEntry(entry, host, use);
      if (rule !== undefined) this.file.add(entry.line, host, { active: true, ...rule });
    }
  }

  /** Reads what makes a rule, where `pattern` says which paths arrive. */
  #readDirective(directive: Directive, pattern: NginxPattern, hosts: readonly string[]): void {
    const [name = '', ...words] = directive.words;
    if (ignored.has(name) || name.startsWith('ssl_')) return;
    if (name.startsWith('/') || name.startsWith('~')) {
      this.#readEntry(directive, hosts);
      return;
    }
    if (name !== 'return' && name !== 'rewrite') refuse(`${quoteValue(name)} cannot be carried over`);
    for (const host of needHosts(hosts)) {
      const rule = name === 'return' ? readReturn(words, pattern, host) : readRewrite(words, pattern, host);
      this.file.add(directive.line, host, { active: true, ...rule });
    }
  }
}

function needHosts(hosts: readonly string[]): readonly string[] {
  return hosts.length > 0
    ? hosts
    : refuse('it is for no host: no server_name, and no host was given for such lines');
}

/** Places locations in nginx's order. */
function rankOf({ words }: Directive): number {
  if (words[1] === '=') return 0;
  if (words[1]?.startsWith('~')) return 1;
  return 1_000_000 - (words.at(-1)?.length ?? 0);
}

function readLocation({ words }: Directive): NginxPattern {
  const [, first = '', second] = words;
  if (second === undefined) return { path: `${readLiteralPath(first)}*`, groups: new Map() };
  if (first === '=') return { path: readLiteralPath(second), groups: new Map() };
  if (first === '^~') return { path: `${readLiteralPath(second)}*`, groups: new Map() };
  if (first === '~') return readNginxPattern(second);
  return refuse(`its location ${quoteValue(first)} ignores case, and rules do not`);
}

type RuleParts = { readonly if: { readonly path: string }; readonly then: RuleAction };

function readReturn(words: readonly string[], pattern: NginxPattern, host: string): RuleParts {
  const [code = '', text = ''] = words;
  if (words.length > 2) refuse('it has more than a status and a text');
  const isUrl = words.length === 1 && /^(?:https?:|\$scheme)/.test(code);
  const status = isUrl ? 302 : readStatus(code);
  if (status !== undefined) return redirectTo(isUrl ? code : text, pattern, host, 'return', status);
  const answer =
    /^[245]\d\d$/.test(code) && code !== '444'
      ? Number(code)
      : refuse(`its status ${quoteValue(code)} cannot be carried over`);
  if (text.includes('$')) refuse('its text has a variable');
  const isBlock = answer === 403 && text === '';
  return {
    if: { path: pattern.path },
    then: isBlock ? { block: {} } : { respond: { status: answer, content_type: 'text/plain', body: text } },
  };
}

function readRewrite(words: readonly string[], outer: NginxPattern, host: string): RuleParts {
  const [expression = '', replacement = '', flag] = words;
  if (words.length < 2 || words.length > 3)
    refuse('it is not of the form "rewrite expression replacement flag;"');
  const status = readFlag(flag, replacement);
  return redirectTo(replacement, join(outer, readNginxPattern(expression)), host, 'rewrite', status);
}

/** What both a location and an expression within it say. */
function join(outer: NginxPattern, inner: NginxPattern): NginxPattern {
  if (outer.path === '/*') return inner;
  const isPrefix = outer.path.endsWith('*');
  if (inner.path !== '/*') {
    const isInside = isPrefix ? inner.path.startsWith(outer.path.slice(0, -1)) : inner.path === outer.path;
    return isInside ? inner : refuse('its expression leads out of its location');
  }
  // A group of the expression has the whole path, with or without its "/".
  const whole = outer.path.replace(/\*$/, ':splat');
  const groups = [...inner.groups].map(
    ([name, stands]) => [name, stands === '/:splat' ? whole : whole.slice(1)] as const,
  );
  return { path: outer.path, groups: new Map(groups) };
}

function redirectTo(
  text: string,
  pattern: NginxPattern,
  host: string,
  directive: 'return' | 'rewrite',
  status: RedirectAction['status'],
): RuleParts {
  const { path } = pattern;
  const destination = readNginxDestination(text, pattern, host, directive);
  refuseLeadingToItself({ scheme: undefined, host, path }, destination.to);
  return { if: { path }, then: { redirect: { ...destination, status } } };
}

function readStatus(text: string): RedirectAction['status'] | undefined {
  return redirectStatuses.find((status) => String(status) === text);
}

/** `permanent` and `redirect`; a URL redirects without a flag, too. */
function readFlag(flag: string | undefined, replacement: string): RedirectAction['status'] {
  if (flag === 'permanent') return 301;
  if (flag === 'redirect') return 302;
  if (flag === undefined && /^(?:https?:\/\/|\$scheme)/.test(replacement)) return 302;
  return refuse(
    'it rewrites inside the server, and rules only redirect; "permanent" and "redirect" can be carried over',
  );
}
