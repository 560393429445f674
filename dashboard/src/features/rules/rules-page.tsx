/** The rules of one host. */
import { useHost } from './host-frame.tsx';
import { HostRulesEditor } from './host-rules.tsx';

export function RulesPage() {
  const host = useHost();
  return <HostRulesEditor key={host} host={host} />;
}
