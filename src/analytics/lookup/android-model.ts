/**
 * The model and build in an Android user agent: `(Linux; Android 13; Pixel 7 Build/TQ3A`. Source: docs/reference/enrichment.md.
 *
 * The maker chooses that text, so it says nothing about the browser, the system or who drives them: there are phones
 * called "M bot 51", "TECNO BB2" and "Hammer Iron V". HarmonyOS stands where a model does, but is a system.
 */

/**
 * From `(Linux; Android` up to the end of the model. Not when a crawler gives its name or address there:
 * `(Linux; Android 8.0; ExampleBot/1.0)`.
 */
export const androidModel: RegExp =
  /\(Linux; (?:U; |arm_64; )?Android [\w.-]+;(?: [a-z]{2}(?:[-_][A-Za-z]{2})?;)?(?! (?:Open)?Harmony|[^;()]*(?:[Bb]ot|[Cc]rawler|[Ss]pider|https?:)\/) (?:(?! AppleWebKit)[^;()]|\([^()]*\))*/;

/** The user agent with its Android model left out. */
export function withoutModel(userAgent: string): string {
  return userAgent.replace(androidModel, '(Linux; Android');
}
