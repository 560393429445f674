/** The head of a page's answer, as it came and as it is sent when the page is changed. */
import type { AnswerFraming } from '../http1/exchange.ts';
import type { ResponseHead } from '../proxy/response-head.ts';
import { markedTag } from './entity-tag.ts';
import type { ElementJudge } from './html-scanner.ts';
import { changedFields } from './page-fields.ts';
import { type PageScripts, trackerAlone } from './script-tag.ts';

export class PageHead {
  /** As the upstream sent them. */
  readonly fields: string;
  /** Of the upstream's content, in the client's terms. */
  readonly framing: AnswerFraming;
  readonly contentLength: number;
  readonly judge: ElementJudge;
  readonly scripts: PageScripts;
  readonly #isCoded: boolean;

  constructor(
    head: Pick<ResponseHead, 'fields' | 'contentLength'>,
    framing: AnswerFraming,
    isCoded: boolean,
    judge: ElementJudge,
    scripts: PageScripts = trackerAlone,
  ) {
    this.fields = head.fields;
    this.framing = framing;
    this.contentLength = head.contentLength;
    this.#isCoded = isCoded;
    this.judge = judge;
    this.scripts = scripts;
  }

  /** Without a length. */
  changedFields(): string {
    return changedFields(this.fields, (tag) => markedTag(tag, this.#isCoded, this.scripts.mark));
  }

  /** Trailers may say the same of the upstream's bytes. */
  changedTrailers(trailers: string): string {
    return trailers === '' ? '' : changedFields(trailers, () => undefined);
  }
}
