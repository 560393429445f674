/**
 * Documents of configuration as files have them: read, put together, and `env:` and `file:` replaced by values of this machine.
 * Source: docs/reference/plans.md, docs/guides/plans.md.
 */
import { dirname, resolve } from 'node:path';
import { parseJsonBody } from '../api/body/json-body.ts';
import { quoteValue } from '../core/errors.ts';
import { isRecord } from '../core/json-reader.ts';
import { parseYaml } from '../features/plans/parse-yaml.ts';
import { maxDocumentBytes } from '../features/plans/plan-document.ts';
import { CliError, messageOf } from './failures.ts';
import { readFileOrInput, readNamedFile, wrongFile } from './named-file.ts';

export type PlanFiles = {
  readonly document: Readonly<Record<string, unknown>>;
  /** Values by the names that the document has instead. */
  readonly secrets: ReadonlyMap<string, string>;
};

const reference = /^(env|file):(.*)$/s;
const secretPlaces =
  /^(?:upstreams\[\d+\]\.(?:auth_token|tls_client_key)|rules\[\d+\]\.rules\[\d+\]\.then\.basic_auth\.users\[\d+\]\.password)$/;

/** "-" is standard input. */
export async function readPlanFiles(paths: readonly string[]): Promise<PlanFiles> {
  const document: Record<string, unknown> = Object.create(null);
  const secrets = new Map<string, string>();
  for (const path of paths) {
    const parsed = await readDocument(path);
    const directory = path === '-' ? '.' : dirname(path);
    for (const [name, value] of Object.entries(parsed)) {
      const before = document[name];
      const offset = Array.isArray(before) ? before.length : 0;
      const values = new Values(path, directory, secrets);
      const resolved = Array.isArray(value)
        ? await values.resolveAll(value, name, offset)
        : await values.resolve(value, name);
      if (before === undefined) document[name] = resolved;
      else if (Array.isArray(before) && Array.isArray(resolved)) document[name] = [...before, ...resolved];
      else throw new CliError(`${path} has ${quoteValue(name)}, which an earlier file has, too`);
    }
  }
  return { document, secrets };
}

async function readDocument(path: string): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readFileOrInput('FILE', path);
  if (bytes.length > maxDocumentBytes)
    throw wrongFile('FILE', path, `is larger than ${maxDocumentBytes} bytes; plan parts of it one by one`);
  let parsed: unknown;
  try {
    parsed = path.endsWith('.json') ? parseJson(bytes) : await parseYaml(bytes);
  } catch (error) {
    throw new CliError(`${path}: ${messageOf(error)}`);
  }
  if (!isRecord(parsed)) throw new CliError(`${path} is empty, or not an object`);
  return parsed;
}

/** Undefined where there is nothing. */
function parseJson(bytes: Buffer): unknown {
  return bytes.length === 0 ? undefined : Object.fromEntries(parseJsonBody(bytes).attributes);
}

class Values {
  readonly #path: string;
  readonly #directory: string;
  readonly #secrets: Map<string, string>;

  constructor(path: string, directory: string, secrets: Map<string, string>) {
    this.#path = path;
    this.#directory = directory;
    this.#secrets = secrets;
  }

  async resolve(value: unknown, place: string): Promise<unknown> {
    if (typeof value === 'string') {
      if (!secretPlaces.test(place)) return await this.#valueOf(value, place);
      const text = (await this.#valueOf(value, place)).replace(/\r?\n$/, '');
      return { secret: this.#nameFor(value, place, text) };
    }
    if (Array.isArray(value)) return await this.resolveAll(value, place);
    if (!isRecord(value)) return value;
    const entries: [string, unknown][] = [];
    for (const [name, one] of Object.entries(value))
      entries.push([name, await this.resolve(one, `${place}.${name}`)]);
    return Object.fromEntries(entries);
  }

  async resolveAll(values: readonly unknown[], place: string, offset = 0): Promise<unknown[]> {
    const resolved: unknown[] = [];
    for (const [index, one] of values.entries())
      resolved.push(await this.resolve(one, `${place}[${offset + index}]`));
    return resolved;
  }

  async #valueOf(text: string, place: string): Promise<string> {
    const [, kind, name = ''] = reference.exec(text) ?? [];
    if (kind === undefined) return text;
    if (kind === 'env') {
      const value = process.env[name];
      if (value !== undefined) return value;
      throw new CliError(`${this.#path}: ${place} is ${quoteValue(text)}, but ${name} is not set`);
    }
    const bytes = await readNamedFile(`${this.#path}: ${place}`, resolve(this.#directory, name));
    return bytes.toString();
  }

  /** One for each value: a variable's own, or made of the file's or the attribute's. */
  #nameFor(text: string, place: string, value: string): string {
    const [, kind, named] = reference.exec(text) ?? [];
    const base = (kind === undefined ? place : (named ?? '')).replace(/[^\w.-]+/g, '-').slice(0, 90);
    for (let count = 1; ; count++) {
      const name = count === 1 ? base : `${base}-${count}`;
      const known = this.#secrets.get(name);
      if (known !== undefined && known !== value) continue;
      this.#secrets.set(name, value);
      return name;
    }
  }
}
