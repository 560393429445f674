/** Which pages visits see after a page, an event or a goal, or before it. The address keeps what is asked. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useScope } from '../../analytics/scope.ts';
import { formatInteger } from '../../format/numbers.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import { csvName } from '../../lists/csv-name.ts';
import { QuietEmpty } from '../../lists/quiet-empty.tsx';
import { visibleLabel } from '../../lists/visible-label.ts';
import { useAddress } from '../../ui/address.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { problemOf, type Step } from '../funnels/funnel-steps.ts';
import { StepChoice } from '../funnels/step-choice.tsx';
import { useStepChoices } from '../funnels/use-step-choices.ts';
import { type Asked, directions, readAsked, withAsked } from './journey-address.ts';
import { journeysCsv } from './journey-columns.ts';
import { journeysQuery } from './journey-query.ts';
import { JourneySteps } from './journey-steps.tsx';
import styles from './journeys.module.css';

const verbs = { page: 'viewed', event: 'sent', goal: 'reached' } as const;

export function JourneysPage() {
  const { uuid, host } = useDomain();
  const { scope } = useScope('visitors');
  const [search, setSearch] = useAddress();
  const text = search.toString();
  const asked = useMemo(() => readAsked(new URLSearchParams(text)), [text]);
  const key = JSON.stringify(asked);
  const { data, error, refetch, isPlaceholderData } = useQuery(journeysQuery(uuid, scope, asked));
  const ask = (next: Asked): void => setSearch((before) => withAsked(before, next));
  return (
    <Card
      title="Journeys"
      flush
      actions={
        data === undefined || data.anchor.visits === 0 ? undefined : (
          <CsvButton
            what="journeys"
            fileName={csvName(host, `journeys-${asked.direction}`, scope)}
            makeTable={() => journeysCsv(data)}
          />
        )
      }
    >
      <AnchorForm key={key} asked={asked} onAsk={ask} />
      {data === undefined || error !== null ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={8} label="Loading journeys" />
      ) : null}
      {data === undefined ? null : data.anchor.visits === 0 ? (
        <QuietEmpty title="No visits match">
          Choose another page, event or goal, other days, or remove a filter.
        </QuietEmpty>
      ) : (
        <>
          <p className={styles['summary']} role="status">
            {data.anchor.visits === 1 ? '1 visit' : `${formatInteger(data.anchor.visits)} visits`}{' '}
            {verbs[asked.anchor.kind]}{' '}
            <b>
              <bdi>{visibleLabel(asked.anchor.kind === 'page' ? asked.anchor.value : data.anchor.label)}</bdi>
            </b>
            . Choose a page to see what {asked.direction === 'after' ? 'comes after' : 'came before'} it.
          </p>
          <JourneySteps
            key={key}
            journeys={data}
            direction={asked.direction}
            stale={isPlaceholderData}
            onAnchor={(page) => ask({ ...asked, anchor: { kind: 'page', value: page } })}
          />
          <p className={styles['note']}>
            Counted from a visit's first such pageview or event. Equal pages in a row are one. Percentages are
            of the visits above.
          </p>
        </>
      )}
    </Card>
  );
}

function AnchorForm({ asked, onAsk }: { readonly asked: Asked; readonly onAsk: (asked: Asked) => void }) {
  const { uuid } = useDomain();
  const { scope } = useScope('visitors');
  const choices = useStepChoices(uuid, scope);
  const { form, failed } = useProblemFocus();
  const [anchor, setAnchor] = useState<Step>(asked.anchor);
  const [isChecked, setChecked] = useState(false);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const isWrong = problemOf(anchor) !== undefined;
    setChecked(isWrong);
    if (isWrong) failed();
    else onAsk({ ...asked, anchor });
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={apply} noValidate>
      <Segmented
        label="Direction"
        value={asked.direction}
        onChange={(direction) => onAsk({ ...asked, direction })}
        options={directions}
      />
      <div className={styles['anchor']}>
        <StepChoice step={anchor} choices={choices} isChecked={isChecked} onChange={setAnchor} />
      </div>
      <Button type="submit" variant="primary">
        Show journeys
      </Button>
    </form>
  );
}
