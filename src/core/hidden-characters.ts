/**
 * Characters that hide or reorder what is read, or that a terminal acts on: control and format characters, those that set direction
 * among them, and separators of lines; not the two that join letters of many scripts.
 */
export const hiddenCharacters: RegExp = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;
