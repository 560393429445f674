/** What becomes of a tested request, in words. */

import { ArrowDown } from 'lucide-react';
import { kindOf, type RuleAction } from '../../../../../src/rules/actions/actions.ts';
import { labelOf } from '../../../../../src/rules/rule.ts';
import type { RuleRequest } from '../../../../../src/rules/rule-request.ts';
import { formatPercentage } from '../../../format/numbers.ts';
import { previewOf } from '../../redirects/preview.ts';
import { type Redirect, valuesOf } from '../../redirects/redirect-values.ts';
import type { AfterRules } from '../after-rules.ts';
import { actionSentence } from '../rule-words.ts';
import type { HeldRule, Outcome } from './test-rules.ts';
import styles from './tester.module.css';

type TestedRequest = Omit<RuleRequest, 'visitorShare'>;

export function OutcomeText({
  outcome: { passed, answered },
  percent,
  request,
  host,
  after,
  onShow,
}: {
  readonly outcome: Outcome;
  /** Of visitors. */
  readonly percent: number;
  readonly request: TestedRequest;
  readonly host: string;
  readonly after: AfterRules;
  /** Opens the rule at a place, from 0. */
  readonly onShow: (index: number) => void;
}) {
  return (
    <div className={styles['answer']}>
      {percent === 100 ? null : (
        <p className={styles['muted']}>For {formatPercentage(percent)} of visitors:</p>
      )}
      {passed.map((held) => (
        <p key={held.index} className={styles['step']}>
          <RuleButton held={held} onShow={onShow} /> {passedText(held.rule.then)}
          <ArrowDown size={14} aria-hidden />
        </p>
      ))}
      {answered === undefined ? (
        <AfterOutcome after={after} request={request} host={host} hasRules={passed.length > 0} />
      ) : (
        <>
          <p>
            <RuleButton held={answered} onShow={onShow} /> answers:{' '}
            {lowerFirst(actionSentence(answered.rule.then))}.
          </p>
          {answered.location === undefined ? null : <LocationText location={answered.location} />}
        </>
      )}
    </div>
  );
}

function RuleButton({
  held: { index, rule },
  onShow,
}: {
  readonly held: HeldRule;
  readonly onShow: (index: number) => void;
}) {
  return (
    <button type="button" className={styles['rule']} onClick={() => onShow(index)}>
      {rule.name === undefined ? `Rule ${index + 1}` : labelOf(rule, index)}
    </button>
  );
}

function passedText(then: RuleAction): string {
  return kindOf(then).words.passed ?? `${lowerFirst(actionSentence(then))}, and it goes on:`;
}

function LocationText({ location }: { readonly location: string }) {
  return (
    <p className={styles['location']}>
      <span className="visually-hidden">Location: </span>
      {location}
    </p>
  );
}

function AfterOutcome({
  after: { redirect, domain },
  request,
  host,
  hasRules,
}: {
  readonly after: AfterRules;
  readonly request: TestedRequest;
  readonly host: string;
  /** Whether rules acted before. */
  readonly hasRules: boolean;
}) {
  const lead = hasRules ? 'Then' : 'No rule answers. Then';
  if (redirect === undefined || domain === undefined) return <p className={styles['muted']}>…</p>;
  const location = redirectLocation(redirect, request);
  if (location !== undefined && redirect)
    return (
      <>
        <p>
          {lead} the host's redirect answers with {redirect.redirect_type === 'permanent' ? 301 : 302}.
        </p>
        <LocationText location={location} />
      </>
    );
  return domain ? (
    <p>{lead} the custom domain's upstream answers.</p>
  ) : (
    <p>
      {lead} {host} has nothing else, so the request gets a 404.
    </p>
  );
}

/** Undefined if the redirect lets the request pass. */
function redirectLocation(redirect: Redirect | null, { path, query }: TestedRequest): string | undefined {
  if (redirect?.active !== true) return undefined;
  const preview = previewOf(valuesOf(redirect), query === '' ? path : `${path}?${query}`);
  return preview.kind === 'redirected' && preview.loop !== 'self' ? preview.location : undefined;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
