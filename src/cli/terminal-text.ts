/** Texts that others wrote, as a terminal may get them: without what it would act on, and what would be read otherwise than it stands there. */
import { hiddenCharacters } from '../core/hidden-characters.ts';

const shown = '\ufffd';

/** Line breaks are taken out, too, so that a text can't pretend to be lines of the program. */
export function oneLine(text: string): string {
  return text.replace(hiddenCharacters, shown);
}

export function manyLines(text: string): string {
  return text.replace(hiddenCharacters, (character) => (character === '\n' ? character : shown));
}
