/**
 * Tells load balancers whether to send visitors here. Source: docs/reference/edge.md ("Health checks").
 *
 * It looks at nothing but this worker: an edge that serves is healthy, whatever else is away.
 */
import { type Answer, plainAnswer } from './http1/answer.ts';
import type { RequestHead } from './http1/request-head.ts';

const healthPath = '/.nameplate/health';

export type EdgeHealth = {
  /** No new visitors should be sent: this worker is about to stop. */
  readonly isDraining: boolean;
  /** Whether the process with the API and the stores has been heard of lately. */
  readonly hasApplication: boolean;
  /** Redirects and custom domains served. */
  readonly routes: number;
};

export class HealthAnswer {
  readonly #isAllowed: (clientAddress: string) => boolean;
  readonly #read: () => EdgeHealth;

  constructor(isAllowed: (clientAddress: string) => boolean, read: () => EdgeHealth) {
    this.#isAllowed = isAllowed;
    this.#read = read;
  }

  isAskedBy(head: RequestHead, clientAddress: () => string): boolean {
    return head.path === healthPath && this.#isAllowed(clientAddress());
  }

  answerTo(head: RequestHead): Answer {
    if (head.method !== 'GET' && head.method !== 'HEAD') {
      const answer = plainAnswer(405, 'This address does not take that method.');
      return { ...answer, fields: `${answer.fields}Allow: GET, HEAD\r\n` };
    }
    const { isDraining, hasApplication, routes } = this.#read();
    const body = {
      status: isDraining ? 'draining' : 'ok',
      application: hasApplication ? 'ok' : 'away',
      routes,
    };
    return {
      status: isDraining ? 503 : 200,
      fields: 'Content-Type: application/json\r\nCache-Control: no-store\r\n',
      body: JSON.stringify(body),
    };
  }
}
