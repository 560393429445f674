/**
 * What a new password has to be: long, and none that a guesser tries first. No rules of composition. Source:
 * docs/reference/people.md ("Passwords"), NIST SP 800-63B section 3.1.1.2.
 */

export const minPasswordLength = 12;
export const maxPasswordLength = 200;

export const allowedPassword: string = `${minPasswordLength} to ${maxPasswordLength} characters that are not easily guessed`;

/** Repeated or cut to length, these make up most passwords of twelve and more characters that are guessed first. */
const commonParts: readonly string[] = [
  'password',
  'passwort',
  'passw0rd',
  'p@ssw0rd',
  'qwertyuiop',
  'qwerty',
  'asdfghjkl',
  'zxcvbnm',
  'letmein',
  'welcome',
  'iloveyou',
  'administrator',
  'admin',
  'changeme',
  'nameplate',
  'secret',
  'abcdefghijklmnopqrstuvwxyz',
  'abc',
  'correcthorsebatterystaple',
  '01234567890',
  '1234567890',
  '0987654321',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
];

/** The form that is hashed and compared: one and the same on every keyboard. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Why a password is refused; undefined when it is not. Never repeats it. `known` is what anybody can look up. */
export function passwordProblem(password: string, known: readonly string[] = []): string | undefined {
  const text = normalizePassword(password);
  if (!text.isWellFormed()) return 'it has characters that are not Unicode';
  const { length } = Array.from(text);
  if (length < minPasswordLength) return `it has ${length} characters`;
  if (length > maxPasswordLength) return `it has more than ${maxPasswordLength} characters`;
  const plain = text.toLowerCase();
  if (new Set(plain).size < 4) return 'it repeats fewer than four different characters';
  if (known.some((each) => each.toLowerCase() === plain)) return 'it is the email address or the name';
  if (isCommon(plain)) return 'it is one of the first that a guesser tries';
  return undefined;
}

/** Whether nothing is left of a password without common parts, digits at its end and punctuation. */
function isCommon(plain: string): boolean {
  let rest = plain;
  for (const part of commonParts) rest = rest.replaceAll(part, '');
  return rest.replace(/[\d\s!?.,_*#-]+/g, '').length < 2;
}
