/** The funnels that the domain has under names. Nothing while there are none. */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { visibleLabel } from '../../lists/visible-label.ts';
import { ListCard } from '../../ui/list-card.tsx';
import { useList } from '../../ui/use-list.ts';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { allGoals } from '../goals/all-goals.ts';
import { withoutFunnel } from './funnel-address.ts';
import { scopeLabel } from './funnel-form.tsx';
import { funnelOf, stepWords } from './funnel-steps.ts';
import styles from './funnels.module.css';
import { savedFunnels } from './saved-funnels.ts';

/** The most a domain can have. */
const mostFunnels = 100;

export function SavedFunnelsCard() {
  const { uuid } = useDomain();
  const { search } = useLocation();
  const list = useList(savedFunnels, { uuid }, { perPage: mostFunnels, sorts: ['name', '-name'] });
  const { data: goals = [] } = useQuery(allGoals(uuid));
  if (list.rows?.length === 0) return null;
  return (
    <ListCard
      title="Saved funnels"
      label="Saved funnels"
      list={list}
      keyOf={(funnel) => funnel.uuid}
      empty={{ title: 'No saved funnels' }}
      columns={[
        {
          name: 'Funnel',
          sort: 'name',
          className: styles['text'],
          render: (funnel) => (
            <Link to={{ pathname: `/domains/${uuid}/funnels/${funnel.uuid}`, search: withoutFunnel(search) }}>
              <bdi>{visibleLabel(funnel.name)}</bdi>
            </Link>
          ),
        },
        {
          name: 'Steps',
          className: styles['text'],
          render: (funnel) => (
            <bdi>
              {funnelOf(funnel)
                .steps.map((step) => visibleLabel(stepWords(step, goals), 60))
                .join(' → ')}
            </bdi>
          ),
        },
        { name: 'All steps', render: ({ scope }) => scopeLabel(scope) },
      ]}
    />
  );
}
