/** Which machines make requests. Source: docs/reference/bots.md. */
import { Link } from 'react-router';
import styles from '../../../lists/attribution.module.css';
import { RouteViews } from '../../../lists/attribution.tsx';
import { bots, datacenters } from '../../../lists/proxy-lists.ts';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import { type ListCardProps, RankedListCard } from '../../../lists/ranked-list-card.tsx';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import { aiCrawlers, claimedBots, verifiedBots } from './crawler-lists.ts';

const modes = { allow: 'Allowed', block: 'Blocked', payment_required: 'Asked for payment' } as const;

export function MachineCards(props: ListCardProps) {
  return (
    <CardGrid>
      <RankedListCard
        {...props}
        title="Bots"
        reports={[bots]}
        shareOf="requests by bots"
        empty={
          <QuietEmpty title="No bots in this period">
            Crawlers and monitors that identify themselves appear here. They don't count as visitors.
          </QuietEmpty>
        }
      />
      <RankedListCard
        {...props}
        title="Datacenters"
        reports={[datacenters]}
        shareOf="requests from datacenters"
        note={<RouteViews />}
        empty={
          <QuietEmpty title="No datacenters in this period">
            Requests from hosting providers' networks appear here.
          </QuietEmpty>
        }
      />
      <AiCrawlersCard {...props} />
      <RankedListCard
        {...props}
        title="Verified bots"
        reports={[verifiedBots, claimedBots]}
        shareOf="these requests"
        note="Verified bots come from their operators' address ranges or host names, or signed the request."
        empty={
          <QuietEmpty title="None in this period">
            Bots appear under Verified if their operator's address ranges, host names or signatures confirm
            them, otherwise under Claimed only.
          </QuietEmpty>
        }
      />
    </CardGrid>
  );
}

function AiCrawlersCard(props: ListCardProps) {
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
