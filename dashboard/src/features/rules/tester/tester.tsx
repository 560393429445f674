/** "Which rule would answer this?": tries a typed request on the rules as they are edited, saved or not. */
import { useEffect, useMemo, useState } from 'react';
import { botClasses } from '../../../../../src/core/bot-classes.ts';
import { httpMethods } from '../../../../../src/core/http-methods.ts';
import { CompiledRules } from '../../../../../src/rules/compile-rules.ts';
import { Card } from '../../../ui/card.tsx';
import { FieldRow, FieldStack, SelectField, TextField } from '../../../ui/field.tsx';
import type { AfterRules } from '../after-rules.ts';
import { botClassNames } from '../bot-class-names.ts';
import { CountryOptions, countryCodeOf } from '../country-options.tsx';
import type { DraftRule } from '../rules-draft.ts';
import type { Mark } from '../rules-list.tsx';
import { OutcomeText } from './outcome-text.tsx';
import { type SharedOutcome, testRules } from './test-rules.ts';
import styles from './tester.module.css';
import { firstRequest, readRequest, type TypedRequest } from './typed-request.ts';

export function Tester({
  host,
  rules: drafts,
  after,
  onMarks,
  onShow,
}: {
  readonly host: string;
  readonly rules: readonly DraftRule[];
  readonly after: AfterRules;
  /** Which rules act, by id. */
  readonly onMarks: (marks: ReadonlyMap<number, Mark>) => void;
  /** Opens a rule by its id. */
  readonly onShow: (id: number) => void;
}) {
  const [typed, setTyped] = useState<TypedRequest>(firstRequest);
  const [openedAt] = useState(() => Date.now());
  const rules = useMemo(() => drafts.map(({ rule }) => rule), [drafts]);
  const compiled = useMemo(() => CompiledRules.of(rules), [rules]);
  const read = useMemo(() => readRequest(typed, host, openedAt), [typed, host, openedAt]);
  const outcomes = useMemo(
    () => (read.ok ? testRules(compiled, rules, read.request) : []),
    [read, compiled, rules],
  );
  useEffect(() => onMarks(marksOf(outcomes, drafts)), [outcomes, drafts, onMarks]);
  const change = (changed: Partial<TypedRequest>): void => setTyped((before) => ({ ...before, ...changed }));
  const problems = read.ok ? {} : read.problems;
  return (
    <Card title="Test a request">
      <div className={styles['tester']}>
        <FieldStack>
          <div className={styles['line']}>
            <SelectField
              label="Method"
              value={typed.method}
              options={httpMethods.map((value) => ({ value, label: value }))}
              onChange={(method) => change({ method })}
            />
            <TextField
              label="Path and query"
              autoCapitalize="none"
              autoFocus
              value={typed.target}
              error={problems.target}
              onChange={(event) => change({ target: event.target.value })}
            />
          </div>
          <details className={styles['more']}>
            <summary>Who sends it</summary>
            <FieldStack>
              <FieldRow>
                <TextField
                  label="Country"
                  placeholder="Unknown"
                  list="tested-country"
                  onChange={(event) => change({ country: countryCodeOf(event.target.value) ?? '' })}
                />
                <TextField
                  label="Accept-Language"
                  placeholder="de-AT, en;q=0.8"
                  autoCapitalize="none"
                  value={typed.language}
                  onChange={(event) => change({ language: event.target.value })}
                />
              </FieldRow>
              <FieldRow>
                <SelectField
                  label="Device"
                  value={typed.device}
                  options={devices}
                  onChange={(device) => change({ device })}
                />
                <SelectField
                  label="Bot"
                  value={typed.botClass}
                  options={[{ value: '', label: 'no, a person' }, ...botOptions]}
                  onChange={(botClass) => change({ botClass })}
                />
              </FieldRow>
              <FieldRow>
                <TextField
                  label="Operating system"
                  placeholder="unknown"
                  autoCapitalize="none"
                  value={typed.system}
                  onChange={(event) => change({ system: event.target.value })}
                />
                <TextField
                  label="Browser"
                  placeholder="unknown"
                  autoCapitalize="none"
                  value={typed.browser}
                  onChange={(event) => change({ browser: event.target.value })}
                />
              </FieldRow>
              {typed.botClass === '' ? null : (
                <>
                  <TextField
                    label="Name of the bot"
                    optional
                    placeholder="Googlebot"
                    value={typed.botName}
                    onChange={(event) => change({ botName: event.target.value })}
                  />
                  <SelectField
                    label="Verification"
                    value={typed.botVerified}
                    options={verdicts}
                    onChange={(botVerified) => change({ botVerified })}
                  />
                </>
              )}
              <FieldRow>
                <TextField
                  label="IP address"
                  placeholder="Unknown"
                  autoCapitalize="none"
                  value={typed.address}
                  error={problems.address}
                  onChange={(event) => change({ address: event.target.value })}
                />
                <TextField
                  label="Client certificate"
                  placeholder="None, or its fingerprint"
                  autoCapitalize="none"
                  value={typed.fingerprint}
                  error={problems.fingerprint}
                  onChange={(event) => change({ fingerprint: event.target.value })}
                />
                <TextField
                  label="Time"
                  type="datetime-local"
                  value={typed.time}
                  error={problems.time}
                  onChange={(event) => change({ time: event.target.value })}
                />
              </FieldRow>
            </FieldStack>
          </details>
          <CountryOptions id="tested-country" />
        </FieldStack>
        <div className={styles['outcome']} role="status" aria-label="What answers the request">
          {read.ok ? (
            outcomes.map(({ outcome, percent }) => (
              <OutcomeText
                key={percent + JSON.stringify(outcome.answered ?? null)}
                outcome={outcome}
                percent={percent}
                request={read.request}
                host={host}
                after={after}
                onShow={(index) => {
                  const draft = drafts[index];
                  if (draft) onShow(draft.id);
                }}
              />
            ))
          ) : (
            <p className={styles['muted']}>Enter a request to see what answers it.</p>
          )}
        </div>
      </div>
    </Card>
  );
}

const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Phone' },
  { value: 'tablet', label: 'Tablet' },
] as const;

const verdicts = [
  { value: 'claimed', label: 'Claimed only' },
  { value: 'verified', label: 'Verified' },
  { value: 'pending', label: 'Pending: being looked up' },
] as const;

const botOptions = botClasses.map((value) => ({ value, label: botClassNames[value] ?? value }));

function marksOf(
  outcomes: readonly SharedOutcome[],
  drafts: readonly DraftRule[],
): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>();
  const mark = (index: number | undefined, what: Mark): void => {
    const id = index === undefined ? undefined : drafts[index]?.id;
    if (id !== undefined && marks.get(id) !== 'answers') marks.set(id, what);
  };
  for (const { outcome } of outcomes) {
    mark(outcome.answered?.index, 'answers');
    for (const { index } of outcome.passed) mark(index, 'passes');
  }
  return marks;
}
