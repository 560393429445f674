/** What is wrong with a document, each with its place in it. Source: docs/reference/plans.md ("What is refused"). */
import { ServiceError } from '../../core/errors.ts';

const maxNamed = 100;

/** Errors of other requests that mean that a host can't be had. */
const takenCodes: ReadonlySet<string> = new Set(['host_taken', 'source_host_taken']);

export const takesTooMuch =
  'the document takes more memory or time to read than there is; as JSON it takes less than as YAML';

/** The error that names problems, a line each. */
export function planInvalid(problems: readonly string[], count: number = problems.length): ServiceError {
  return new ServiceError('plan_invalid', messageOf(problems, count));
}

/** Collects problems; only the first are named. */
export class Problems {
  readonly #named: string[] = [];
  #count = 0;
  #isAllTaken = true;

  /** Of an attribute of an entry, the place is the attribute's. */
  add(place: string, error: ServiceError | string, names: readonly string[] = []): void {
    this.#count += 1;
    const code = typeof error === 'string' ? '' : error.code;
    if (!takenCodes.has(code)) this.#isAllTaken = false;
    if (this.#named.length === maxNamed) return;
    const attribute = code.replace(/_(?:invalid|taken)$/, '');
    const exact = names.includes(attribute) && code !== attribute ? `${place}.${attribute}` : place;
    this.#named.push(`${exact}: ${typeof error === 'string' ? error : error.message}`);
  }

  /** Errors: `plan_invalid`; `host_taken` where nothing is wrong but that. */
  refuse(): void {
    if (this.#count === 0) return;
    throw this.#isAllTaken
      ? new ServiceError('host_taken', messageOf(this.#inOrder(), this.#count))
      : planInvalid(this.#inOrder(), this.#count);
  }

  /** Of the document. Lists are looked at one after the other. */
  #inOrder(): string[] {
    const lists = [...new Set(this.#named.map((problem) => partOf(problem).list))];
    return this.#named.toSorted((one, other) => {
      const [a, b] = [partOf(one), partOf(other)];
      return lists.indexOf(a.list) - lists.indexOf(b.list) || a.index - b.index;
    });
  }
}

function messageOf(problems: readonly string[], count: number): string {
  if (count === 1) return problems[0] ?? '';
  const more = count > problems.length ? [`and ${count - problems.length} more`] : [];
  return [`the document has ${count} problems:`, ...problems, ...more].join('\n');
}

function partOf(problem: string): { readonly list: string; readonly index: number } {
  const [, list = '', index = '0'] = /^(\w+)(?:\[(\d+)\])?/.exec(problem) ?? [];
  return { list, index: Number(index) };
}
