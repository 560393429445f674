/**
 * What takes several rules: visitors split between targets, and a redirect that leads elsewhere once it has expired.
 * Source: docs/reference/rules.md ("Conditions").
 */
import { instantOf } from '../editor/local-time.ts';
import { checked, type SeveralRules } from './checked-rules.ts';

export type Target = { readonly to: string; readonly percent: string };
export type SplitValues = {
  readonly name: string;
  readonly path: string;
  readonly targets: readonly Target[];
};
export type ExpiryValues = {
  readonly name: string;
  readonly path: string;
  readonly to: string;
  /** In the browser's time zone. */
  readonly endsAt: string;
  readonly afterwards: string;
};

export const newSplit: SplitValues = {
  name: '',
  path: '',
  targets: [
    { to: '', percent: '50' },
    { to: '', percent: '50' },
  ],
};
export const newExpiry: ExpiryValues = { name: '', path: '', to: '', endsAt: '', afterwards: '' };

/** Temporary, so that browsers ask again. */
const status = 302;

/**
 * A visitor is at the same place for all rules of a host, so shares add up: of 20, 30 and 50 % the first rule has a share of
 * 20, the second of 50, and the last none, for everybody else.
 */
export function splitRules({ name, path, targets }: SplitValues): SeveralRules {
  const percents = targets.map(({ percent }) => numberOf(percent));
  const problems: Record<string, string> = {};
  for (const [index, percent] of percents.entries())
    if (!(percent > 0 && percent < 100)) problems[`percent${index}`] = 'Enter a number between 0 and 100.';
  const total = rounded(percents.reduce((sum, percent) => sum + percent, 0));
  if (Object.keys(problems).length === 0 && total !== 100)
    problems[`percent${targets.length - 1}`] = `These add up to ${total} %, not to 100 %.`;
  let share = 0;
  const rules = targets.map(({ to }, index) => {
    share = rounded(share + (percents[index] ?? 0));
    const isLast = index === targets.length - 1;
    return {
      ...nameOf(name, ` ${String.fromCharCode(65 + index)}`),
      if: { path: path.trim(), ...(isLast ? {} : { share: Number.isFinite(share) ? share : 0 }) },
      then: { redirect: { to: to.trim(), status } },
    };
  });
  return checked(rules, problems, (index, place) =>
    place === 'then.redirect.to' ? `to${index}` : undefined,
  );
}

/** The first one holds until then; afterwards the second one answers. */
export function expiringRules({ name, path, to, endsAt, afterwards }: ExpiryValues): SeveralRules {
  const where = { path: path.trim() };
  const problems: Record<string, string> = {};
  if (endsAt === '') problems['endsAt'] = 'Enter a date with a time.';
  const rules = [
    {
      ...nameOf(name, ''),
      if: { ...where, ...(endsAt === '' ? {} : { ends_at: instantOf(endsAt, undefined) }) },
      then: { redirect: { to: to.trim(), status } },
    },
    { ...nameOf(name, ' (expired)'), if: where, then: { redirect: { to: afterwards.trim(), status } } },
  ];
  return checked(rules, problems, (index, place) => {
    if (place === 'if.ends_at') return 'endsAt';
    return place === 'then.redirect.to' ? ['to', 'afterwards'][index] : undefined;
  });
}

function nameOf(name: string, ending: string): { readonly name?: string } {
  const text = name.trim();
  return text === '' ? {} : { name: `${text}${ending}` };
}

function numberOf(text: string): number {
  return /^\d+(?:[.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
}

/** Sums of decimal fractions are a little off. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
