/** Who loads a domain's pages: people, crawlers, and who nobody can tell. */
import { useScope } from '../../../analytics/scope.ts';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import { AssistantsCard } from './assistants-card.tsx';
import { ClassesCard } from './classes-card.tsx';
import { SplitsCard } from './splits-card.tsx';

export function PageLoadsPage() {
  const { uuid } = useDomain();
  const { scope } = useScope('requests');
  const shared = { domainUuid: uuid, scope };
  return (
    <>
      <ClassesCard {...shared} />
      <SplitsCard {...shared} />
      <AssistantsCard {...shared} />
    </>
  );
}
