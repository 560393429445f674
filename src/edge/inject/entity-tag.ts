/**
 * Entity tags of pages that were changed here, and the upstream's tags for them.
 * Source: RFC 9110 sections 8.8.3 and 13.1.
 *
 * The upstream's `"a"` becomes `"a-np1"`. If the page is compressed here, its bytes depend on the compressor, and
 * the tag becomes `W/"a-np1s"`, which still shows that the upstream's is strong. Pages with other scripts have another mark
 * (script-tag.ts), so that no cached page with the old ones counts as current.
 */
import { trackerAlone } from './script-tag.ts';

/** Ends the mark of a page that was compressed here, of a strong tag. */
const strong = 's';
const plainMark = trackerAlone.mark;

const entityTag = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** What to call the page that was made from the one with this tag; undefined when it is malformed. */
export function markedTag(tag: string, isCodedAnew: boolean, mark: string = plainMark): string | undefined {
  const match = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/.exec(tag);
  if (!match) return undefined;
  const [, weak = '', opaque = ''] = match;
  if (weak === '' && isCodedAnew) return `W/"${opaque}${mark}${strong}"`;
  return `${weak}"${opaque}${mark}"`;
}

/** Whether such a tag is in a text. */
export function hasMark(text: string, mark: string = plainMark): boolean {
  return text.includes(mark) && (text.includes(`${mark}"`) || text.includes(`${mark}${strong}"`));
}

/** A list of tags as the upstream knows them. */
export function unmarkedTags(list: string, mark: string = plainMark): string {
  const strongMark = mark + strong;
  return list.replace(entityTag, (tag, weak: string | undefined, opaque: string) => {
    if (opaque.endsWith(strongMark)) return `"${opaque.slice(0, -strongMark.length)}"`;
    if (opaque.endsWith(mark)) return `${weak ?? ''}"${opaque.slice(0, -mark.length)}"`;
    return tag;
  });
}

/**
 * Of the tags that a client sent, the one made from the upstream's, weakness aside: what the client knows its copy by.
 * Undefined when there is none.
 */
export function markedAmong(list: string, upstreamTag: string, mark: string = plainMark): string | undefined {
  const wanted = upstreamTag.replace(/^W\//, '');
  for (const [tag] of list.matchAll(entityTag)) {
    if (hasMark(tag, mark) && unmarkedTags(tag, mark).replace(/^W\//, '') === wanted) return tag;
  }
  return undefined;
}
