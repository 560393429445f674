/**
 * A request whose answer may be a page that gets the script. Source: docs/reference/injection.md ("Which pages");
 * Fetch Metadata Request Headers, section 2; RFC 9110 sections 12.5.1, 13 and 14.2; RFC 9111 section 5.2.1.6.
 */
import type { RequestHead } from '../http1/request-head.ts';
import type { PageOrigin } from './csp-source.ts';
import { hasMark } from './entity-tag.ts';
import { requestFieldsFor } from './request-rewrite.ts';
import { type PageScripts, trackerAlone } from './script-tag.ts';

/** What a browser shows as a document of its own. */
const documents: ReadonlySet<string> = new Set(['document', 'iframe', 'frame']);

/**
 * Fields by which libraries ask for a part of a page, or for a page to take apart. From an Android app's browser
 * X-Requested-With has the app's name, and means nothing here.
 */
const fragmentField =
  /^(?:hx-request|turbo-frame|x-pjax|x-up-version|x-up-target|x-inertia|x-livewire|x-alpine-request|x-barba|datastar-request|x-requested-with:[ \t]*(?:xmlhttprequest|fetch|swup)[ \t]*\r)/im;
const fetchDestination = /^sec-fetch-dest:[ \t]*([a-z]+)/im;
const navigationMode = /^sec-fetch-mode:[ \t]*navigate[ \t]*\r/im;
const prefetchPurpose = /^sec-purpose:[ \t]*prefetch/im;
const acceptField = /^accept:(.*)\r/im;
const acceptsHtml = /(?:text\/html|text\/\*|\*\/\*|application\/xhtml\+xml)/i;
const noneMatchField = /^if-none-match:(.*)\r/im;
const noTransform = /^cache-control:.*\bno-transform\b/im;

export class PageRequest {
  readonly method: string;
  readonly origin: PageOrigin;
  readonly scripts: PageScripts;
  /** Whether a browser would show an answer of HTML as a page, as far as the fields tell. */
  readonly isForPage: boolean;
  readonly #section: string;

  constructor(head: RequestHead, origin: PageOrigin, scripts: PageScripts = trackerAlone) {
    this.method = head.method;
    this.origin = origin;
    this.scripts = scripts;
    this.#section = head.fieldSection;
    this.isForPage = isForPage(this.#section);
  }

  get isPageMethod(): boolean {
    return this.method === 'GET' || this.method === 'POST' || this.method === 'HEAD';
  }

  get forbidsTransform(): boolean {
    return noTransform.test(this.#section);
  }

  /** Whether the client has validators that were made here: it holds a page as it was sent from here. */
  get hasMarkedValidators(): boolean {
    return hasMark(this.#section, this.scripts.mark);
  }

  /** The entity tags of If-None-Match, as the client sent them. */
  get noneMatch(): string {
    return noneMatchField.exec(this.#section)?.[1] ?? '';
  }

  /** Its field lines as the upstream should have them, from those that would be passed on. */
  fieldsToPass(fields: string): string {
    return requestFieldsFor(fields, this.isForPage && this.isPageMethod, this.scripts.mark);
  }
}

/**
 * Sec-Fetch-Dest says it; without it (older browsers, pages without TLS, tools) everything that does not tell itself a
 * fragment is for a page. A service worker that fetches what its page navigates to has no destination, nor has a link
 * that is prefetched; both are shown as pages later.
 */
function isForPage(section: string): boolean {
  const destination = fetchDestination.exec(section)?.[1]?.toLowerCase();
  if (destination !== undefined) {
    if (documents.has(destination)) return true;
    return destination === 'empty' && (navigationMode.test(section) || prefetchPurpose.test(section));
  }
  if (fragmentField.test(section)) return false;
  const accept = acceptField.exec(section)?.[1];
  return accept === undefined || accept.trim() === '' || acceptsHtml.test(accept);
}
