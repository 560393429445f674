/**
 * The tracker's script as answers of the edge, each built once. Source: docs/reference/tracker.md ("How it gets into
 * a page").
 */
import type { ScriptForm, TrackerScript } from '../../analytics/ingest/tracker-script.ts';
import type { Answer } from '../http1/answer.ts';
import type { RequestHead } from '../http1/request-head.ts';

export class ScriptAnswers {
  readonly #script: TrackerScript;
  readonly #answers: ReadonlyMap<ScriptForm, Readonly<Record<200 | 304, Answer>>>;

  constructor(script: TrackerScript) {
    this.#script = script;
    this.#answers = new Map(script.forms.map((form) => [form, answersOf(form)]));
  }

  answerTo(head: RequestHead): Answer {
    const { form, status } = this.#script.answer(
      head.field('accept-encoding'),
      head.field('if-none-match'),
      head.query,
    );
    const answers = this.#answers.get(form) ?? answersOf(form);
    return answers[status];
  }
}

function answersOf({ fields, body }: ScriptForm): Record<200 | 304, Answer> {
  const all = Object.entries(fields);
  return {
    200: { status: 200, fields: linesOf(all), body: body.toString('latin1') },
    // Nothing about the content, which is not there (RFC 9110 section 15.4.5).
    304: { status: 304, fields: linesOf(all.filter(([name]) => !name.startsWith('Content-'))), body: '' },
  };
}

function linesOf(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}
