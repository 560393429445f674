/** Names that people give accounts and tokens: one line, safe to print anywhere. */

export const maxLabelLength = 200;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Ends the sentence "allowed: …". */
export function allowedLabel(maxLength: number = maxLabelLength): string {
  return `1 to ${maxLength} characters on one line`;
}

/** Trims a label; undefined when it is empty, too long, or has control characters. */
export function parseLabel(text: string, maxLength: number = maxLabelLength): string | undefined {
  const label = text.trim();
  const isAllowed = label !== '' && label.length <= maxLength && !control.test(label) && label.isWellFormed();
  return isAllowed ? label : undefined;
}
