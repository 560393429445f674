/**
 * Finds the place in a page where a script tag belongs: before `</head>`; where there is none, after `<body …>`; else
 * where a browser would take the head to have ended: before the first text or element that no head can hold. Source:
 * docs/reference/injection.md ("Where it goes"); HTML Standard, sections 13.2.5 (tokens) and 13.2.6.4 (which of them
 * end a head).
 *
 * States: `start` (byte order mark) → `data` ⇄ `tag` (attributes), `comment`, `markup` (doctype, bogus comments),
 * `text` (of title, style and the like), `script`; until the place is found, or a reason to leave the page alone. In a
 * template nothing ends the head. Bytes whose meaning depends on what follows are not consumed: they are to be given
 * again with more behind them, and are never more than a tag's name (12 bytes).
 */
import { AttributeReader, type Attributes, isSpace } from './attribute-reader.ts';
import type { ReasonInPage } from './page-outcome.ts';
import { endsName, findCommentEnd, findEndTag, type RawEnd, ScriptText } from './raw-text.ts';

/** Elements whose attributes may be a reason to leave the page alone. */
export type JudgedElement = 'html' | 'base' | 'meta' | 'script';
export type ElementJudge = (
  element: JudgedElement,
  attributes: Attributes,
  isCut: boolean,
) => ReasonInPage | undefined;

type State = 'start' | 'data' | 'tag' | 'comment' | 'markup' | 'text' | 'script';
/** What follows the tag being read. */
type AfterTag = 'data' | 'text' | 'script' | 'place';

const judged: ReadonlySet<string> = new Set<JudgedElement>(['html', 'base', 'meta', 'script']);
/** Elements of a head without content, and those around it. */
const plainInHead: ReadonlySet<string> = new Set('html head base meta link basefont bgsound'.split(' '));
/** Elements of a head whose content is text. `noscript` is one where scripts run. */
const textInHead: ReadonlySet<string> = new Set('title style noscript noframes'.split(' '));
/** The same in a template, which may hold anything. */
const textElements: ReadonlySet<string> = new Set([...textInHead, 'textarea', 'xmp', 'iframe', 'noembed']);
const endsHead: ReadonlySet<string> = new Set('head body html br'.split(' '));
/** No name that matters is longer. */
const maxNameBytes = 9;

const exclamation = 0x21;
const dash = 0x2d;
const slash = 0x2f;
const lessThan = 0x3c;
const greaterThan = 0x3e;
const question = 0x3f;

export class HtmlScanner {
  /** `place`: the tag belongs where the last scan has stopped. */
  verdict: 'place' | ReasonInPage | undefined;
  readonly #judge: ElementJudge;
  readonly #attributes = new AttributeReader();
  readonly #script = new ScriptText();
  #state: State = 'start';
  #afterTag: AfterTag = 'data';
  #element = '';
  #templates = 0;
  #hasElements = false;

  constructor(judge: ElementJudge) {
    this.#judge = judge;
  }

  /** Reads on, and answers up to where bytes are consumed; the others are to be given again, with more. */
  scan(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && this.verdict === undefined) {
      const state = this.#state;
      const next = this.#read(bytes, at, end);
      if (next === at && this.#state === state) break;
      at = next;
    }
    return at;
  }

  /** Answers the same when these bytes, kept back before, are the last ones. A verdict is certain afterwards. */
  finish(bytes: Buffer, start: number, end: number): number {
    if (this.#state === 'start') this.#state = 'data';
    const at = this.scan(bytes, start, end);
    if (this.verdict !== undefined) return at;
    if (this.#state !== 'data' || this.#templates > 0) this.verdict = 'unfinished';
    else if (at === end) this.verdict = this.#hasElements ? 'place' : 'empty';
    // A tag cut off is dropped by browsers; these are text.
    else if (end - at === 1 || (end - at === 2 && bytes[at + 1] === slash)) this.verdict = 'place';
    else this.verdict = 'unfinished';
    return at;
  }

  #read(bytes: Buffer, at: number, end: number): number {
    switch (this.#state) {
      case 'start':
        return this.#readStart(bytes, at, end);
      case 'data':
        return this.#readData(bytes, at, end);
      case 'tag':
        return this.#readTag(bytes, at, end);
      case 'comment':
        return this.#readUntil(findCommentEnd(bytes, at, end), 'data');
      case 'markup':
        return this.#readMarkup(bytes, at, end);
      case 'text':
        return this.#readText(findEndTag(bytes, at, end, this.#element));
      case 'script':
        break;
    }
    return this.#readText(this.#script.find(bytes, at, end));
  }

  /** A byte order mark is not text; that of UTF-16, or NUL for half a character, tells an encoding we cannot read. */
  #readStart(bytes: Buffer, at: number, end: number): number {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    if (at + 1 === end) return at;
    const isMark = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
    if (isMark || first === 0 || second === 0) {
      this.verdict = 'charset';
      return at;
    }
    const mayBeUtf8Mark = first === 0xef && second === 0xbb;
    if (mayBeUtf8Mark && at + 2 === end) return at;
    return this.#goOn('data', mayBeUtf8Mark && bytes[at + 2] === 0xbf ? at + 3 : at);
  }

  #readData(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && isSpace(bytes[at] ?? 0)) at++;
    if (at === end) return at;
    if (bytes[at] !== lessThan) {
      if (this.#templates === 0) return this.#place(at);
      const next = bytes.indexOf(lessThan, at);
      return next < 0 || next > end ? end : next;
    }
    if (at + 1 === end) return at;
    const code = bytes[at + 1] ?? 0;
    if (isLetter(code)) return this.#readStartTag(bytes, at, end);
    if (code === slash) return this.#readEndTag(bytes, at, end);
    if (code === exclamation) return this.#readDeclaration(bytes, at, end);
    if (code === question) return this.#goOn('markup', at + 2);
    return this.#templates > 0 ? at + 1 : this.#place(at);
  }

  #readStartTag(bytes: Buffer, at: number, end: number): number {
    const name = nameAt(bytes, at + 1, end);
    if (name === undefined) return at;
    const inTemplate = this.#templates > 0;
    let next: AfterTag = 'data';
    if (name === 'template') this.#templates++;
    else if (name === 'script') next = 'script';
    else if (inTemplate) next = textElements.has(name) ? 'text' : 'data';
    else if (textInHead.has(name)) next = 'text';
    else if (name === 'body') next = 'place';
    else if (!plainInHead.has(name)) return this.#place(at);
    this.#hasElements = true;
    this.#element = name;
    this.#attributes.begin(!inTemplate && judged.has(name));
    this.#afterTag = next;
    return this.#goOn('tag', at + 1 + name.length);
  }

  #readEndTag(bytes: Buffer, at: number, end: number): number {
    if (at + 2 === end) return at;
    const code = bytes[at + 2] ?? 0;
    if (code === greaterThan) return at + 3;
    if (!isLetter(code)) return this.#goOn('markup', at + 2);
    const name = nameAt(bytes, at + 2, end);
    if (name === undefined) return at;
    if (this.#templates === 0 && endsHead.has(name)) return this.#place(at);
    if (name === 'template' && this.#templates > 0) this.#templates--;
    this.#attributes.begin(false);
    this.#element = '';
    this.#afterTag = 'data';
    return this.#goOn('tag', at + 2 + name.length);
  }

  #readDeclaration(bytes: Buffer, at: number, end: number): number {
    if (at + 2 === end) return at;
    if (bytes[at + 2] !== dash) return this.#goOn('markup', at + 2);
    if (at + 3 === end) return at;
    if (bytes[at + 3] !== dash) return this.#goOn('markup', at + 2);
    // `<!-->` and `<!--->` are comments, too.
    if (at + 4 === end) return at;
    if (bytes[at + 4] === greaterThan) return at + 5;
    if (bytes[at + 4] === dash) {
      if (at + 5 === end) return at;
      if (bytes[at + 5] === greaterThan) return at + 6;
    }
    return this.#goOn('comment', at + 4);
  }

  #readTag(bytes: Buffer, start: number, end: number): number {
    const at = this.#attributes.read(bytes, start, end);
    if (!this.#attributes.isDone) return at;
    const { attributes, isCut } = this.#attributes;
    if (this.#templates === 0 && isJudged(this.#element))
      this.verdict = this.#judge(this.#element, attributes, isCut);
    if (this.verdict !== undefined) return at;
    if (this.#afterTag === 'place') return this.#place(at);
    if (this.#afterTag === 'script') this.#script.begin();
    return this.#goOn(this.#afterTag, at);
  }

  #readMarkup(bytes: Buffer, at: number, end: number): number {
    const close = bytes.indexOf(greaterThan, at);
    return close < 0 || close >= end ? end : this.#goOn('data', close + 1);
  }

  #readText(found: RawEnd): number {
    if (!found.isFound) return found.at;
    this.#attributes.begin(false);
    this.#element = '';
    this.#afterTag = 'data';
    return this.#goOn('tag', found.at);
  }

  #readUntil(found: RawEnd, state: State): number {
    return found.isFound ? this.#goOn(state, found.at) : found.at;
  }

  #goOn(state: State, at: number): number {
    this.#state = state;
    return at;
  }

  #place(at: number): number {
    this.verdict = 'place';
    return at;
  }
}

/**
 * The name of a tag in lower case, undefined when it is not complete. Of a name longer than any that matters, only a
 * beginning is read.
 */
function nameAt(bytes: Buffer, start: number, end: number): string | undefined {
  let at = start;
  while (at < end && at - start <= maxNameBytes && !endsName(bytes[at] ?? 0)) at++;
  if (at === end && at - start <= maxNameBytes) return undefined;
  return bytes.toString('latin1', start, at).toLowerCase();
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

function isJudged(element: string): element is JudgedElement {
  return judged.has(element);
}
