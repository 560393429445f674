/** What the elements share: attributes as properties, events, who reads them, and light or dark. Source: docs/guides/embedding.md. */
import { type Reader, readerOf } from '../../src/core/accept-language.ts';
import { styleSheet } from './style.ts';
import type { NameplateFailure } from './types.ts';

/** Base of both. It starts when it is in a page, and again after each change of its attributes. */
export abstract class NameplateElement extends HTMLElement {
  protected readonly root: ShadowRoot;
  #isWaiting = false;
  /** Ends with each start: of what listens, waits and reads. */
  #running = new AbortController();

  constructor() {
    super();
    this.root = this.attachShadow({ mode: 'open' });
    this.root.adoptedStyleSheets = [styleSheet()];
  }

  /** What it begins ends with the signal. */
  protected abstract start(signal: AbortSignal): void;

  connectedCallback(): void {
    for (const name of Object.keys(this)) adopt(this, name);
    this.startSoon();
  }

  disconnectedCallback(): void {
    this.stop();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after && this.isConnected) this.startSoon();
  }

  /** Once for several attributes that are set in a row. */
  protected startSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      this.startAgain();
    });
  }

  protected startAgain(): void {
    this.stop();
    if (!this.isConnected) return;
    this.#running = new AbortController();
    this.start(this.#running.signal);
  }

  protected stop(): void {
    this.#running.abort();
  }

  protected get reader(): Reader {
    const { documentElement } = document;
    const ofPage = (this.closest('[lang]') ?? documentElement).getAttribute('lang');
    const { languages } = navigator;
    const reader = readerOf([this.getAttribute('locale'), ofPage, ...languages].filter(Boolean).join(','));
    if (reader.locale !== reader.language) return reader;
    // Dates and numbers are those of the browser's region where nothing else names one.
    const regional = languages.find((tag) => tag.toLowerCase().startsWith(`${reader.language}-`));
    return regional === undefined ? reader : readerOf(regional);
  }

  protected tell(name: string, detail: unknown = null): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Answers whether the page wants a message shown. */
  protected fail(detail: NameplateFailure): boolean {
    const settings = { detail, bubbles: true, composed: true, cancelable: true };
    return this.dispatchEvent(new CustomEvent('nameplate-error', settings));
  }
}

/** Acts after a while, unless the signal comes first. */
export function later(ms: number, signal: AbortSignal, act: () => void): void {
  const timer = setTimeout(act, ms);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** A property that was set before the script had loaded becomes its attribute. */
function adopt(element: NameplateElement, name: string): void {
  if (!(name in Object.getPrototypeOf(element))) return;
  const value: unknown = Reflect.get(element, name);
  Reflect.deleteProperty(element, name);
  Reflect.set(element, name, value);
}

/** Makes properties of attributes. */
export function reflect(type: { readonly prototype: NameplateElement }, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(type.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return this.getAttribute(name);
      },
      set(this: Element, value: string | null | undefined) {
        if (value === null || value === undefined) this.removeAttribute(name);
        else this.setAttribute(name, value);
      },
    });
}
