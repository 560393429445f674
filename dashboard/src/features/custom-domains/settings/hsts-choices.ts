/** For how long browsers are told to come by HTTPS only, in words. Source: docs/reference/tls.md (HSTS). */
import { formatInteger } from '../../../format/numbers.ts';

const choices = [
  { seconds: 0, label: 'Off' },
  { seconds: 300, label: '5 minutes, to try it out' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 2_592_000, label: '30 days' },
  { seconds: 15_552_000, label: '6 months' },
  { seconds: 31_536_000, label: '1 year' },
  { seconds: 63_072_000, label: '2 years' },
] as const;

/** The choices for a list; a value that was set elsewhere is one of them. */
export function hstsOptions(current: number): { value: string; label: string }[] {
  const usual = choices.map(({ seconds, label }) => ({ value: String(seconds), label }));
  if (choices.some(({ seconds }) => seconds === current)) return usual;
  const set = {
    value: String(current),
    label: current === 1 ? '1 second, to turn it off' : `${formatInteger(current)} seconds`,
  };
  return [...usual, set].toSorted((one, other) => Number(one.value) - Number(other.value));
}
