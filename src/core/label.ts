/** Names that people give to accounts and tokens: one line that can be printed anywhere. */

const maxLabelLength = 200;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Ends the sentence "allowed: …". */
export const allowedLabel: string = `1 to ${maxLabelLength} characters on one line`;

/** Trims a label; undefined when it is empty, too long, or has control characters. */
export function parseLabel(text: string): string | undefined {
  const label = text.trim();
  const isAllowed =
    label !== '' && label.length <= maxLabelLength && !control.test(label) && label.isWellFormed();
  return isAllowed ? label : undefined;
}
