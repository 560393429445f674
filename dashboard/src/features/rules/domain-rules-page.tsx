/** The rules of a custom domain's host, as one of the domain's pages. */
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { HostRulesEditor } from './host-rules.tsx';

export function DomainRulesPage() {
  const { host } = useDomain();
  return <HostRulesEditor key={host} host={host} />;
}
