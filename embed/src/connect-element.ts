/**
 * `<nameplate-connect>`: a connect page in a frame as high as the page. States: loading → shown, or failed; what is shown is as the
 * page says by messages. Source: docs/guides/embedding.md ("Connecting a domain"), docs/reference/connect-page.md ("Inside your product").
 */
import { statisticsTexts } from '../../src/core/statistics-texts.ts';
import { parseUrl } from '../../src/core/url.ts';
import { later, NameplateElement } from './element.ts';
import { make } from './make.ts';
import type { NameplateConnect } from './types.ts';

/** A page that may be shown posts its first message while it loads. */
const messageMs = 5_000;
const darkness = matchMedia('(prefers-color-scheme: dark)');

export class ConnectElement extends NameplateElement implements NameplateConnect {
  static readonly observedAttributes: readonly string[] = ['link', 'theme', 'locale'];
  declare link: string | null;
  declare theme: string | null;
  declare locale: string | null;

  protected override start(signal: AbortSignal): void {
    const link = this.getAttribute('link') ?? '';
    this.root.replaceChildren();
    if (link === '') return;
    const url = parseUrl(link);
    if (!url || !/^https?:$/.test(url.protocol)) return this.#refuse('link_invalid');
    const { language, locale } = this.reader;
    const { loading } = statisticsTexts[language];
    url.searchParams.set('embed', '1');
    url.searchParams.set('locale', locale);
    const note = make('div', { class: 'note', role: 'status', lang: language }, loading);
    const probe = make('i', { class: 'probe', hidden: '' });
    this.root.replaceChildren(note, probe);
    const theme = themeOf(probe);
    url.searchParams.set('theme', theme);
    const frame = make('iframe', { title: loading, src: url.href, allow: 'clipboard-write' });
    let shown = '';
    const refuse = (code: string) => {
      this.stop();
      this.#refuse(code, link);
    };
    window.addEventListener(
      'message',
      (event) => {
        if (event.source !== frame.contentWindow || event.origin !== url.origin) return;
        const message = readMessage(event);
        if (!message) return;
        const { state, host, title, height } = message;
        if (state === 'closed') return refuse('link_closed');
        note.remove();
        frame.title = title;
        frame.style.blockSize = `${height}px`;
        if (shown !== state) this.tell('nameplate-state', { state, host });
        shown = state;
      },
      { signal },
    );
    frame.addEventListener('load', () => {
      if (shown === '') later(messageMs, signal, () => shown === '' && refuse('not_shown'));
    });
    darkness.addEventListener('change', () => themeOf(probe) === theme || this.startSoon(), { signal });
    this.root.append(frame);
    this.tell('nameplate-loading');
  }

  /** The page itself still opens in a window of its own, or says what is wrong with the link. */
  #refuse(code: string, link?: string): void {
    const isWanted = this.fail({ code, status: 0, retryAfterSeconds: null });
    if (!isWanted || !this.isConnected) return this.root.replaceChildren();
    const { language } = this.reader;
    const note = make(
      'div',
      { class: 'note', role: 'status', lang: language },
      statisticsTexts[language].notShown,
    );
    if (link !== undefined)
      note.append(
        make('a', { href: link, target: '_blank', rel: 'noopener noreferrer' }, new URL(link).host),
      );
    this.root.replaceChildren(note);
  }
}

/** As its style sheet has it: whatever made it so, and whether or not a frame of another site would prefer the same. */
function themeOf(probe: Element): 'light' | 'dark' {
  return getComputedStyle(probe).color === 'rgb(0, 0, 0)' ? 'dark' : 'light';
}

type Message = {
  readonly state: string;
  readonly host: string;
  readonly title: string;
  readonly height: number;
};

/** Undefined for any other message. */
function readMessage({ data }: MessageEvent): Message | undefined {
  if (data?.type !== 'nameplate-connect') return undefined;
  const { state, host, title, height } = data;
  if (typeof state !== 'string' || typeof host !== 'string') return undefined;
  if (typeof title !== 'string' || typeof height !== 'number') return undefined;
  return { state, host, title, height };
}
