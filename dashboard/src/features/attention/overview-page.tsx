/** The first page: what needs attention, the account's traffic against expectation, and what changed. */
import { useQuery } from '@tanstack/react-query';
import { Globe, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CardGrid, WideCard } from '../../ui/card-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { AskName } from '../connect/ask-name.tsx';
import { ChangesCard } from './changes-card.tsx';
import { FindingsCard } from './findings-card.tsx';
import { GrowthCard } from './growth-card.tsx';
import styles from './overview.module.css';
import { overviewQuery } from './overview-query.ts';
import { TrafficCard } from './traffic-card.tsx';
import { type Verdict, verdictLooks } from './verdict-badge.tsx';
import { VisitorsCard } from './visitors-card.tsx';

export function OverviewPage() {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const { data } = useQuery(overviewQuery(accountUuid));
  const counts = data?.custom_domains;
  const count = counts && Object.values(counts).reduce((total, one) => total + one, 0);
  return (
    <Page title="Overview" description="What needs attention, how much traffic there is, and what changed.">
      <AskName />
      {count === 0 && canWrite ? (
        <Card>
          <EmptyState
            icon={<Globe size={20} />}
            title="Serve your first custom domain"
            action={
              <ButtonLink to="/domains/new" variant="primary" icon={<Plus size={17} aria-hidden />}>
                Add domain
              </ButtonLink>
            }
          >
            Let customers use your product under their own domain.
          </EmptyState>
        </Card>
      ) : null}
      {counts === undefined || count === 0 ? null : (
        <ul className={styles['verdicts']} aria-label="Domains by verdict">
          {verdictOrder.map((state) => (
            <VerdictCount key={state} state={state} count={counts[state]} />
          ))}
        </ul>
      )}
      <CardGrid>
        <WideCard>
          <FindingsCard />
        </WideCard>
        <TrafficCard />
        <GrowthCard />
        <VisitorsCard />
        <WideCard>
          <ChangesCard />
        </WideCard>
      </CardGrid>
    </Page>
  );
}

const verdictOrder: readonly Verdict['state'][] = ['broken', 'attention', 'healthy', 'setting_up', 'unknown'];

/** Links to the domains of one verdict. */
function VerdictCount({ state, count }: { readonly state: Verdict['state']; readonly count: number }) {
  // A state that no domain is in is only worth a place when it is the good one.
  if (count === 0 && state !== 'healthy') return null;
  return (
    <li>
      <Link
        className={styles['verdict']}
        to={`/domains?verdict=${state}`}
        data-tone={verdictLooks[state].tone}
      >
        <span className={styles['count']}>{formatInteger(count)}</span>
        <span>{verdictLooks[state].text}</span>
      </Link>
    </li>
  );
}
