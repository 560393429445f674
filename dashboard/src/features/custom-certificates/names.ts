/** Names of certificates: short ones for lists, and which hosts they stand for. Source: RFC 4514; RFC 9525 section 6.3. */

/** The part of a distinguished name that people know it by: its common name, else its organisation, else all of it. */
export function shortName(distinguishedName: string): string {
  const parts = attributesOf(distinguishedName);
  const value = (type: string): string | undefined => parts.find(([name]) => name === type)?.[1];
  return value('CN') ?? value('O') ?? distinguishedName;
}

/** The organisation of a distinguished name, when it says more than {@link shortName} does. */
export function organisationOf(distinguishedName: string): string | undefined {
  const organisation = attributesOf(distinguishedName).find(([name]) => name === 'O')?.[1];
  return organisation === shortName(distinguishedName) ? undefined : organisation;
}

/** Tells whether a name of a certificate stands for a host; a wildcard stands for one whole label. */
export function nameCovers(name: string, host: string): boolean {
  const wanted = name.toLowerCase();
  if (!wanted.startsWith('*.')) return wanted === host;
  const dot = host.indexOf('.');
  return dot > 0 && host.slice(dot) === wanted.slice(1);
}

export function coversHost(names: readonly string[], host: string): boolean {
  return names.some((name) => nameCovers(name, host));
}

/** Splits at commas and plus signs that no backslash stands before. */
function attributesOf(distinguishedName: string): readonly (readonly [string, string])[] {
  return distinguishedName.split(/(?<!\\)[,+]/).flatMap((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).replace(/\\(.)/g, '$1')] as const];
  });
}

/** What a certificate is called: its first name. */
export function titleOf({
  sans,
  subject,
}: {
  readonly sans: readonly string[];
  readonly subject: string;
}): string {
  return sans[0] ?? shortName(subject);
}
