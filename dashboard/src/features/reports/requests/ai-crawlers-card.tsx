/** Which AI crawlers came, what the domain answers them, and where that is changed. */
import { Link } from 'react-router';
import styles from '../../../lists/attribution.module.css';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import { type ListCardProps, RankedListCard } from '../../../lists/ranked-list-card.tsx';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import { aiCrawlers } from './ai-crawlers-list.ts';

const modes = { allow: 'Allowed', block: 'Blocked', payment_required: 'Asked for payment' } as const;

export function AiCrawlersCard(props: ListCardProps) {
  const domain = useDomain();
  return (
    <RankedListCard
      {...props}
      title="AI crawlers"
      reports={[aiCrawlers]}
      shareOf="requests by AI crawlers"
      note={
        <>
          {modes[domain.ai_crawlers]}.{' '}
          <Link to={`/domains/${domain.uuid}/settings`} className={styles['link']}>
            Change
          </Link>
        </>
      }
      empty={
        <QuietEmpty title="No AI crawlers in this period">
          Crawlers that train models or answer questions from your pages appear here.
        </QuietEmpty>
      }
    />
  );
}
