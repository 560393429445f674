/**
 * Adds to a domain's robots.txt that AI crawlers should stay away. Source: docs/reference/bots.md ("robots.txt");
 * RFC 9309 sections 2.2.1, 2.2.2 and 2.3.1.
 *
 * The group goes before the upstream's own rules. After them it could join a group that has no rules yet, such as a last
 * `User-agent: *` with nothing under it, and would then shut out everybody.
 */
import { aiRobotsTokens } from '../../analytics/lookup/bot-class.ts';
import type { DomainRoute } from '../../core/route.ts';
import type { AnswerFraming } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import { isUnreadable } from '../inject/charset.ts';
import { changedFields, fieldValues } from '../inject/page-fields.ts';
import type { Page, PageOutput } from '../inject/page-output.ts';
import type { AnswerChange } from '../proxy/answer-change.ts';
import { ResponseHead, withoutFields } from '../proxy/response-head.ts';

export const robotsPath = '/robots.txt';

const group = Buffer.from(
  `# AI crawlers are not allowed here.\n${aiRobotsTokens.map((token) => `User-agent: ${token}\n`).join('')}Disallow: /\n\n`,
);
/** A byte order mark would otherwise stand in the middle of the file, and spoil the line it is in. */
const byteOrderMark = [0xef, 0xbb, 0xbf];
const lineFeed = Buffer.from('\n');

/** By these a client asks for a part of the file, or whether it has changed: ours is another. */
const aboutUpstreamsFile: ReadonlySet<string> = new Set([
  'accept-encoding',
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
]);
const dateOfFile: ReadonlySet<string> = new Set(['last-modified']);

/** Whether the answer to a request is to be changed. */
export function changesRobots({ method, path }: RequestHead, route: DomainRoute): boolean {
  return route.aiCrawlersRobotsTxt && path === robotsPath && (method === 'GET' || method === 'HEAD');
}

export const robotsFile: AnswerChange = {
  fieldsToPass: (fields) => `${withoutFields(fields, aboutUpstreamsFile)}Accept-Encoding: identity\r\n`,
  fieldsOf: (head) => head.fields,
  open(head, framing, outputOf) {
    const kind = kindOf(head);
    if (kind === 'left_alone') return undefined;
    if (kind === 'none') {
      const own = ownHead();
      return new RobotsPage(
        outputOf(own),
        own.fields,
        framing === 'no_content' ? framing : 'as_fields_say',
        false,
      );
    }
    const fields = withoutFields(
      changedFields(head.fields, () => undefined),
      dateOfFile,
    );
    const length = head.contentLength < 0 ? '' : `Content-Length: ${head.contentLength + group.length}\r\n`;
    return new RobotsPage(outputOf(head), fields + length, framing, true);
  },
};

/** `file`: what the upstream answers is a robots.txt. `none`: it has none. */
function kindOf(head: ResponseHead): 'file' | 'none' | 'left_alone' {
  if (head.status === 404 || head.status === 410) return 'none';
  if (head.status !== 200) return 'left_alone';
  const values = fieldValues(head.fields);
  const type = values.get('content-type') ?? 'text/plain';
  // Applications answer any path with their page.
  if (!/^text\/plain[ \t]*(?:;|$)/i.test(type)) return 'none';
  const charset = /;[ \t]*charset[ \t]*=[ \t]*"?([^\s;"]+)/i.exec(type)?.[1] ?? '';
  const coding = values.get('content-encoding') ?? 'identity';
  return isUnreadable(charset) || coding.trim().toLowerCase() !== 'identity' ? 'left_alone' : 'file';
}

function ownHead(): ResponseHead {
  const head = new ResponseHead();
  head.status = 200;
  head.reason = 'OK';
  head.fields = `Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\nContent-Length: ${group.length}\r\n`;
  return head;
}

class RobotsPage implements Page {
  readonly #output: PageOutput;
  readonly #keepsContent: boolean;
  /** Bytes of the upstream's content so far, as long as they may be those of a byte order mark. */
  #seen = 0;

  constructor(output: PageOutput, fields: string, framing: AnswerFraming, keepsContent: boolean) {
    this.#output = output;
    this.#keepsContent = keepsContent;
    output.begin(fields, framing);
    if (framing !== 'no_content') output.copy(group, 0, group.length);
  }

  get pendingBytes(): number {
    return this.#output.pendingBytes;
  }

  content(chunk: Buffer, start: number, end: number): void {
    if (!this.#keepsContent) return;
    let at = start;
    // Replaced by as many line breaks, so that the length stays what was said.
    for (; at < end && this.#seen < byteOrderMark.length; at++) {
      this.#seen = chunk[at] === byteOrderMark[this.#seen] ? this.#seen + 1 : Number.POSITIVE_INFINITY;
      if (this.#seen === Number.POSITIVE_INFINITY) break;
      this.#output.copy(lineFeed, 0, 1);
    }
    if (at < end) this.#output.copy(chunk, at, end);
  }

  pause(): void {
    this.#output.flush();
  }

  end(trailers: string): void {
    this.#output.end(this.#keepsContent ? changedFields(trailers, () => undefined) : '');
  }

  writable(): void {}

  destroy(): void {}
}
