/** The page of one host's rules. */
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { parseHostname } from '../../../../src/core/hostname.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { HostRulesEditor } from './host-rules.tsx';
import styles from './rules-page.module.css';

export function RulesPage() {
  const { host: text = '' } = useParams();
  const result = parseHostname(text);
  const above = (
    <Link to="/rules" className={styles['back']}>
      <ArrowLeft size={14} aria-hidden />
      Rules
    </Link>
  );
  if (!result.ok)
    return (
      <Page title="Rules" above={above}>
        <Card>
          <EmptyState title="Not a host name" action={<ButtonLink to="/rules">Go to rules</ButtonLink>}>
            “{text}” isn't a valid host name: {result.reason}.
          </EmptyState>
        </Card>
      </Page>
    );
  const { host } = result;
  return (
    <Page title={`${host}: rules`} heading={<BreakableHost text={host} />} above={above}>
      <HostRulesEditor key={host} host={host} />
    </Page>
  );
}
