/** Answers the requests that show whether a host reaches this edge. Source: docs/reference/diagnosis.md ("Reachable"). */
import { reachAnswers, reachTokenIn } from '../core/reach-token.ts';
import type { Answer } from './http1/answer.ts';
import type { RequestHead } from './http1/request-head.ts';

/** Undefined: the request is another. */
function tokenIn({ method, path }: RequestHead): string | undefined {
  return method === 'GET' ? reachTokenIn(path) : undefined;
}

/** Whether a request is one of these, which aren't recorded. */
export function isReachRequest(head: RequestHead): boolean {
  return tokenIn(head) !== undefined;
}

export class ReachAnswer {
  /** Of reach-keys.ts; none until the application process has said them. */
  #keys: readonly string[] = [];

  setKeys(keys: readonly string[]): void {
    this.#keys = keys;
  }

  /** Undefined: the request is another, or nothing can be shown yet. */
  answerTo(head: RequestHead): Answer | undefined {
    const token = tokenIn(head);
    if (token === undefined || this.#keys.length === 0) return undefined;
    const answers = reachAnswers(this.#keys, token, head.authority.host);
    return {
      status: 200,
      fields: 'Content-Type: text/plain\r\nCache-Control: no-store\r\n',
      body: `${answers.join('\n')}\n`,
    };
  }
}
