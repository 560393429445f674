/**
 * Parses YAML 1.2 with its core schema: no other tags, no name twice, few aliases. The parser's syntax tree takes some 60 times the
 * memory of the text, so entries of top-level lists leave it for their values once they are read.
 * Source: docs/reference/plans.md ("The document").
 */
import type * as YamlModule from 'yaml';
import type { CST, Document, LineCounter } from 'yaml';
import { decodeUtf8 } from '../../api/body/decode-utf8.ts';
import { parseJsonBody } from '../../api/body/json-body.ts';
import { ServiceError } from '../../core/errors.ts';
import { isRecord } from '../../core/json-reader.ts';
import { tooDeep } from './nesting.ts';
import { planInvalid, takesTooMuch } from './problems.ts';

type Yaml = typeof YamlModule;
type List = { readonly key: string; readonly tree: CST.BlockSequence };

const options = { version: '1.2', schema: 'core', stringKeys: true } as const;
const maxAliases = 100;
const entriesAtOnce = 100;
/** The parser still looks at them. */
const keptEntries = 2;
/** Of the tree at once: they take a gigabyte and a half. */
const mostLexemes = 5_000_000;

/** Null: there is nothing. Errors: `plan_invalid`, `payload_too_large`. */
export async function parseYaml(bytes: Buffer, maxLexemes: number = mostLexemes): Promise<unknown> {
  const text = decodeUtf8(bytes);
  const json = /^\s*\{/.test(text) ? parseAsJson(bytes) : undefined;
  if (json) return json;
  const yaml = await import('yaml');
  try {
    return new YamlReader(yaml, maxLexemes).read(text);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof ReferenceError)
      throw planInvalid([`the document has more than ${maxAliases} aliases, or one that leads to itself`]);
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

/** JSON is YAML, and takes a fraction of the time. Undefined: YAML has to say what it is. */
function parseAsJson(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    return Object.fromEntries(parseJsonBody(bytes).attributes);
  } catch {
    return undefined;
  }
}

class YamlReader {
  readonly #yaml: Yaml;
  readonly #maxLexemes: number;
  readonly #lines: LineCounter;
  /** Values of entries that were taken out, by the names of their lists. */
  readonly #taken = new Map<string, unknown[][]>();
  #lexemes = 0;

  constructor(yaml: Yaml, maxLexemes: number) {
    this.#yaml = yaml;
    this.#maxLexemes = maxLexemes;
    this.#lines = new yaml.LineCounter();
  }

  read(text: string): unknown {
    const { Lexer, Parser } = this.#yaml;
    this.#lines.addNewLine(0);
    const parser = new Parser(this.#lines.addNewLine);
    const tokens: CST.Token[] = [];
    let isApart = true;
    for (const lexeme of new Lexer().lex(text)) {
      this.#lexemes += 1;
      if (this.#lexemes > this.#maxLexemes) throw new ServiceError('payload_too_large', takesTooMuch);
      // An alias may lead to any entry from here on, and a directive is about all.
      if (lexeme.startsWith('&') || lexeme.startsWith('%')) isApart = false;
      for (const token of parser.next(lexeme)) tokens.push(token);
      if (isApart && lexeme === '-') this.#takeEntries(listAt(this.#yaml, parser.stack));
    }
    tokens.push(...parser.end());
    const value = this.#valueOf(tokens, text.length);
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([name, rest]): [string, unknown] => {
      const taken = this.#taken.get(name);
      return [name, taken ? [...taken, rest].flat() : rest];
    });
    return Object.fromEntries(entries);
  }

  #takeEntries(list: List | undefined): void {
    if (list === undefined) return;
    const { key, tree } = list;
    const items = tree.items.splice(0, tree.items.length - keptEntries);
    this.#lexemes = 0;
    const { offset } = tree;
    const entries = this.#valueOf(
      [{ type: 'document', offset, start: [], value: { ...tree, items } }],
      offset,
    );
    if (!Array.isArray(entries)) throw new TypeError('a sequence of YAML is no array');
    const parts = this.#taken.get(key) ?? [];
    if (parts.length === 0) this.#taken.set(key, parts);
    parts.push(entries);
  }

  #valueOf(tokens: readonly CST.Token[], endOffset: number): unknown {
    const composer = new this.#yaml.Composer(options);
    const [document, ...others] = composer.compose(tokens, true, endOffset);
    this.#refuseErrors(document);
    if (others.length > 0) throw notWellFormed('it has several documents');
    return document?.toJS({ maxAliasCount: maxAliases });
  }

  #refuseErrors(document: Document | undefined): void {
    const [first] = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
    if (!first) return;
    const { line, col } = this.#lines.linePos(first.pos[0]);
    throw notWellFormed(`${first.message} at line ${line}, column ${col}`);
  }
}

/** The top-level list that the parser is in, if it is long. */
function listAt({ CST: cst }: Yaml, [document, map, list]: readonly CST.Token[]): List | undefined {
  if (document?.type !== 'document' || map?.type !== 'block-map' || list?.type !== 'block-seq')
    return undefined;
  if (list.items.length < entriesAtOnce + keptEntries) return undefined;
  const name = map.items.at(-1)?.key;
  const key = name && cst.resolveAsScalar(name)?.value;
  return typeof key === 'string' ? { key, tree: list } : undefined;
}

function notWellFormed(problem: string): ServiceError {
  return planInvalid([`the document is not well-formed YAML: ${problem}`]);
}
