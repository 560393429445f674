/**
 * What rules change in the fields of a request and of its response. Source: docs/reference/rules.md ("Set headers").
 */
import type { Answer } from '../http1/answer.ts';
import { withoutFields } from '../proxy/response-head.ts';

export class FieldEdits {
  /** Value by lower-case name; null: removed. */
  readonly #lines = new Map<string, string | null>();

  /** Later ones count. */
  add(fields: Readonly<Record<string, string | null>>): void {
    for (const [name, value] of Object.entries(fields))
      this.#lines.set(name.toLowerCase(), value === null ? null : `${name}: ${value}\r\n`);
  }

  has(lowerCaseName: string): boolean {
    return this.#lines.has(lowerCaseName);
  }

  /** The edit of one field; undefined: there is none. */
  only(lowerCaseName: string): FieldEdits | undefined {
    const line = this.#lines.get(lowerCaseName);
    if (line === undefined) return undefined;
    const edits = new FieldEdits();
    edits.#lines.set(lowerCaseName, line);
    return edits;
  }

  /** Changes field lines, each ending in CR LF. */
  applyTo(fields: string): string {
    let text = withoutFields(fields, new Set(this.#lines.keys()));
    for (const line of this.#lines.values()) text += line ?? '';
    return text;
  }

  answer(answer: Answer): Answer {
    return { ...answer, fields: this.applyTo(answer.fields) };
  }
}
