/**
 * Answers the addresses of web analytics on custom domains: the scripts and the collector. None is ever
 * forwarded to an upstream. Source: docs/reference/tracker.md; Fetch standard (CORS).
 */
import type { Collector, SiteOutcome } from '../../analytics/ingest/collector.ts';
import { type EventSender, maxEventBytes, type PageEvent } from '../../analytics/ingest/collector-event.ts';
import { type CollectRefusal, collectRefusals } from '../../analytics/ingest/collector-refusals.ts';
import { bearsAccessToken, mentionsSignals } from '../../analytics/ingest/collector-signals.ts';
import type { TrackerScript } from '../../analytics/ingest/tracker-script.ts';
import type { ScriptForm, ServedScript } from '../../core/served-script.ts';
import { eventPaths, scriptPath } from '../../core/tracker-paths.ts';
import { wildcardCovering } from '../../core/wildcard-host.ts';
import { type Answer, plainAnswer } from '../http1/answer.ts';
import type { Exchange, ExchangeObserver } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { ServedDomain } from '../routing-table.ts';

/**
 * Reads the small body of an exchange as a whole. States: reading → done (the body is handed over, or was too large)
 * or gone (the client left, so nothing is reported).
 */
const noBody = Buffer.alloc(0);

class EventReader implements ExchangeObserver {
  readonly #maxBytes: number;
  readonly #onBody: (body: Buffer | undefined) => void;
  /** Nothing overwrites these chunks, so they needn't be copied. */
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isDone = false;

  /** `onBody` is called once: with the body, or undefined as soon as there is more of it than `maxBytes`. */
  constructor(maxBytes: number, onBody: (body: Buffer | undefined) => void) {
    this.#maxBytes = maxBytes;
    this.#onBody = onBody;
  }

  content(chunk: Buffer, start: number, end: number): void {
    if (this.#isDone) return;
    this.#bytes += end - start;
    if (this.#bytes > this.#maxBytes) this.#done(undefined);
    else this.#pieces.push(chunk.subarray(start, end));
  }

  contentEnd(): void {
    if (this.#isDone) return;
    const [first = noBody] = this.#pieces;
    this.#done(this.#pieces.length < 2 ? first : Buffer.concat(this.#pieces));
  }

  contentPause(): void {}

  writable(): void {}

  gone(): void {
    this.#isDone = true;
    this.#pieces = [];
  }

  #done(body: Buffer | undefined): void {
    this.#isDone = true;
    this.#pieces = [];
    this.#onBody(body);
  }
}

/**
 * The tracker's script as answers of the edge, each built once. Source: docs/reference/tracker.md ("How it gets into
 * a page").
 */
class ScriptAnswers {
  readonly #script: ServedScript;
  readonly #answers: ReadonlyMap<ScriptForm, Readonly<Record<200 | 304, Answer>>>;

  constructor(script: ServedScript) {
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

const cors = 'Access-Control-Allow-Origin: *\r\n';
const accepted: Answer = { status: 202, fields: `${cors}Cache-Control: no-store\r\n`, body: '' };
const noFields: readonly string[] = [];

export class CollectHandler {
  readonly #collector: Collector;
  readonly #scripts = new Map<string, ScriptAnswers>();

  constructor(collector: Collector, script: TrackerScript) {
    this.#collector = collector;
    this.#scripts.set(scriptPath, new ScriptAnswers(script));
    for (const [path, beside] of script.beside) this.#scripts.set(path, new ScriptAnswers(beside));
  }

  /** Returns false when the request is for something else. */
  handle(exchange: Exchange, head: RequestHead, domain: ServedDomain): boolean {
    const isEvent = eventPaths.includes(head.path);
    const script = this.#scripts.get(head.path);
    if (!isEvent && !script) return false;
    if (domain.route.webAnalytics === 'off') {
      exchange.answer(refusalAnswer(404, 'web_analytics_off', 'There is nothing at this address.'));
    } else if (head.method === 'OPTIONS') exchange.answer(preflightAnswer(methodsOf(isEvent)));
    else if (script && (head.method === 'GET' || head.method === 'HEAD')) {
      exchange.answer(script.answerTo(head));
    } else if (isEvent && head.method === 'POST') this.#take(exchange, head, domain);
    else exchange.answer(methodAnswer(methodsOf(isEvent)));
    return true;
  }

  #take(exchange: Exchange, head: RequestHead, domain: ServedDomain): void {
    const hasSignals = mentionsSignals(head.fieldSection);
    // Only the process with the control store checks tokens. Here, the visitor that the event names would not be
    // counted.
    if (hasSignals && bearsAccessToken(head.field('authorization'))) {
      return this.#refuse(exchange, this.#collector.refuse('server_event'));
    }
    const sender = {
      clientAddress: exchange.clientAddress,
      userAgent: head.userAgent,
      fields: hasSignals ? head.fields : noFields,
    };
    const refusal = this.#collector.admit(sender);
    if (refusal) return this.#refuse(exchange, refusal);
    if (head.contentLength > maxEventBytes) {
      return this.#refuse(exchange, this.#collector.refuse('body_too_large'));
    }
    const reader = new EventReader(maxEventBytes, (body) => {
      if (!body) return this.#refuse(exchange, this.#collector.refuse('body_too_large'));
      return void this.#collect(exchange, sender, body, domain);
    });
    const stream = exchange.observe(reader);
    if (head.expectsContinue) stream.interim('HTTP/1.1 100 Continue\r\n\r\n');
    stream.readContent();
  }

  async #collect(exchange: Exchange, sender: EventSender, body: Buffer, domain: ServedDomain): Promise<void> {
    const outcome = await this.#collector.collect(sender, body, (event) => siteOf(event, domain));
    if (outcome === 'accepted') exchange.answer(accepted);
    else this.#refuse(exchange, outcome);
  }

  #refuse(exchange: Exchange, reason: CollectRefusal): void {
    const { status, sentence } = collectRefusals[reason];
    const answer = refusalAnswer(status, reason, sentence);
    const retryAfter = this.#collector.retryAfterSecondsOf(reason);
    exchange.answer(
      retryAfter === 0 ? answer : { ...answer, fields: `${answer.fields}Retry-After: ${retryAfter}\r\n` },
    );
  }
}

/** The page is the domain's own, or says that it belongs to it. */
function siteOf({ siteHost }: PageEvent, { route, host }: ServedDomain): SiteOutcome {
  const isCovered = host === wildcardCovering(siteHost);
  if (siteHost === host || isCovered || (route.redirectToWww && siteHost === `www.${host}`)) {
    const { uuid: domainUuid, engagement = false, webVitals = false, referrerPaths } = route;
    return { domainUuid, engagement, webVitals, referrerPaths };
  }
  return 'host_other';
}

function refusalAnswer(status: number, reason: CollectRefusal, sentence: string): Answer {
  const answer = plainAnswer(status, sentence);
  return {
    ...answer,
    fields: `${answer.fields}${cors}Access-Control-Expose-Headers: X-Nameplate-Reason\r\nX-Nameplate-Reason: ${reason}\r\n`,
  };
}

function methodsOf(isEvent: boolean): string {
  return isEvent ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS';
}

function preflightAnswer(methods: string): Answer {
  return {
    status: 204,
    fields:
      `Allow: ${methods}\r\n${cors}Access-Control-Allow-Methods: ${methods}\r\n` +
      'Access-Control-Allow-Headers: Content-Type\r\nAccess-Control-Max-Age: 86400\r\n',
    body: '',
  };
}

function methodAnswer(methods: string): Answer {
  const answer = plainAnswer(405, 'This address does not take that method.');
  return { ...answer, fields: `${answer.fields}${cors}Allow: ${methods}\r\n` };
}
