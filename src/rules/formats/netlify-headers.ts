/**
 * Netlify's `_headers` files: a path, then the response fields for it, each on a line of its own. Cloudflare Pages
 * reads the same form and removes a field with `! Name`.
 * Source: docs/reference/rule-formats.md ("Netlify headers"); Netlify documentation, "Custom headers".
 */
import { quoteValue } from '../../core/errors.ts';
import type { BasicAuthUser } from '../actions/action.ts';
import { type FileContext, type RuleFile, RuleFileBuilder, refuse } from './rule-file.ts';
import { encodePath, HostReader, readSourceUrl } from './source-url.ts';

const removal = /^!\s*(\S+)$/;
const field = /^([^\s:]+)\s*:\s*(.*)$/;

/** A path and its fields so far. */
type Block = {
  readonly line: number;
  readonly host: string;
  readonly path: string;
  readonly fields: Map<string, { readonly name: string; readonly value: string | null }>;
  readonly users: BasicAuthUser[];
};

/** Reads the lines of a file. Each path becomes one rule, and one more before it for `Basic-Auth`. */
export function readNetlifyHeaders(lines: readonly string[], context: FileContext): RuleFile {
  const file = new RuleFileBuilder();
  const hosts = new HostReader();
  let block: Block | 'refused' | undefined;
  file.readAll(lines, (raw, line) => {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) return;
    if (/^(?:\/|https?:\/\/)/i.test(text)) {
      finishBlock(file, block);
      block = 'refused';
      block = readBlock(text, line, hosts, context.defaultHost);
    } else if (block === undefined) {
      refuse('it has no path above it');
    } else if (block !== 'refused') {
      readField(text, block);
    }
  });
  finishBlock(file, block);
  return file.finish((one, other) => one.line - other.line);
}

function readBlock(text: string, line: number, hosts: HostReader, defaultHost: string | undefined): Block {
  const source = text.startsWith('/')
    ? { host: defaultHost ?? refuse('it is only a path, and no host was given for such lines'), path: text }
    : readSourceUrl(text, hosts);
  if (/\s/.test(source.path)) refuse(`its path ${quoteValue(source.path)} has a space`);
  return { line, host: source.host, path: encodePath(source.path), fields: new Map(), users: [] };
}

function readField(text: string, block: Block): void {
  const removed = removal.exec(text)?.[1];
  if (removed !== undefined) {
    block.fields.set(removed.toLowerCase(), { name: removed, value: null });
    return;
  }
  const [, name, value] = field.exec(text) ?? [];
  // What the line says may be a password.
  if (name === undefined || value === undefined)
    refuse('it is neither a path nor a field of the form "Name: value"');
  if (name.toLowerCase() === 'basic-auth') {
    block.users.push(...readUsers(value));
    return;
  }
  const key = name.toLowerCase();
  const earlier = block.fields.get(key);
  const joined = earlier?.value == null ? value : `${earlier.value}, ${value}`;
  block.fields.set(key, { name: earlier?.name ?? name, value: joined });
}

/** `name:password name:password` */
function readUsers(value: string): BasicAuthUser[] {
  return value
    .split(/\s+/)
    .filter((one) => one !== '')
    .map((one) => {
      const colon = one.indexOf(':');
      if (colon < 1 || colon === one.length - 1)
        refuse('Basic-Auth takes NAME:PASSWORD, several with a space between');
      return { name: one.slice(0, colon), password: one.slice(colon + 1) };
    });
}

function finishBlock(file: RuleFileBuilder, block: Block | 'refused' | undefined): void {
  if (block === undefined || block === 'refused') return;
  const { line, host, path, fields, users } = block;
  if (fields.size === 0 && users.length === 0) file.refuse(line, 'no field follows this path');
  if (users.length > 0)
    file.add(line, host, { active: true, if: { path }, then: { basic_auth: { realm: host, users } } });
  if (fields.size === 0) return;
  const response = Object.fromEntries([...fields.values()].map(({ name, value }) => [name, value]));
  file.add(line, host, { active: true, if: { path }, then: { set_headers: { response } } });
}
