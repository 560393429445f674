/** Everything that is recorded of one request, and where to look next. */
import { useQuery } from '@tanstack/react-query';
import { useAccountUuid } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { domainByHostQuery } from '../custom-domains/domain-queries.ts';
import { WhyButton } from '../diagnosis/why-button.tsx';
import { upstreamOrigin, upstreamQuery } from '../upstreams/upstream-queries.ts';
import { type Fact, factsOf } from './facts-of.ts';
import type { ListedRequest } from './merge-requests.ts';
import styles from './requests.module.css';

export function RequestFacts({ request }: { readonly request: ListedRequest }) {
  const accountUuid = useAccountUuid();
  const host = request.host ?? '';
  const { data: domain } = useQuery({
    ...domainByHostQuery(accountUuid, host),
    enabled: host !== '',
  });
  const { data: upstream } = useQuery({
    ...upstreamQuery(accountUuid, domain?.upstream_uuid ?? ''),
    enabled: domain !== undefined && domain !== null && request.upstream === null,
  });
  const facts: Fact[] = [
    ...factsOf(request),
    ...(upstream === undefined || request.upstream !== null
      ? []
      : [{ name: 'Upstream now', value: upstreamOrigin(upstream), isCode: true }]),
  ];
  return (
    <dl className={styles['facts']}>
      {facts.map(({ name, value, isCode, isCopied }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {isCode === true ? <code>{value}</code> : value}
            {isCopied === true ? <CopyButton text={value} label={`Copy the ${name.toLowerCase()}`} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The ways on from a request that was not opened from a list. */
export function RequestLinks({ request }: { readonly request: ListedRequest }) {
  const host = request.host ?? '';
  const { data: domain } = useQuery({
    ...domainByHostQuery(useAccountUuid(), host),
    enabled: host !== '',
  });
  if (host === '') return null;
  const requests = domain ? `/domains/${domain.uuid}/requests/newest` : `/rules/${host}/requests`;
  return (
    <p className={styles['next']}>
      <ButtonLink size="s" to={`${requests}?${new URLSearchParams({ path: request.path }).toString()}`}>
        Newest requests of this path
      </ButtonLink>
      <WhyButton host={host} />
    </p>
  );
}
