/** Moves a custom domain to another upstream of the account. Source: docs/reference/domains.md ("Moving to another upstream"). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Upstream } from '../../../api/resources.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FieldStack } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { upstreamChoicesQuery, upstreamOrigin, upstreamQuery } from '../../upstreams/upstream-queries.ts';
import { type CustomDomain, keepDomain } from '../domain-queries.ts';
import { moveDomain } from './change-domain.ts';
import styles from './settings.module.css';

type Props = { readonly domain: CustomDomain; readonly onClose: () => void };

export function MoveDomainDialog({ domain, onClose }: Props) {
  const { data, error, refetch } = useQuery(upstreamChoicesQuery(useAccountUuid()));
  const others = data?.records.filter(({ uuid }) => uuid !== domain.upstream_uuid);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Move ${domain.host} to another upstream`}
    >
      {others === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={3} label="Loading the upstreams" />
      ) : others[0] === undefined ? (
        <FieldStack>
          <p>
            There is no other upstream. <Link to="/upstreams">Add one</Link> first.
          </p>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </FieldStack>
      ) : (
        <MoveForm domain={domain} upstreams={[others[0], ...others.slice(1)]} onClose={onClose} />
      )}
    </Dialog>
  );
}

function MoveForm({
  domain,
  upstreams,
  onClose,
}: Props & { readonly upstreams: readonly [Upstream, ...Upstream[]] }) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const of = (uuid: string): Upstream => upstreams.find((one) => one.uuid === uuid) ?? upstreams[0];
  return (
    <Form
      initial={{ chosen: upstreams[0].uuid }}
      fields={({ chosen }) => [
        {
          name: 'chosen',
          kind: 'select',
          label: 'Upstream',
          options: upstreams.map((one) => ({ value: one.uuid, label: upstreamOrigin(one) })),
          parameters: ['upstream_uuid'],
        },
        {
          name: 'chosen',
          kind: 'own',
          parameters: [],
          render: () => <Effects domain={domain} to={of(chosen)} />,
        },
      ]}
      send={async ({ chosen }) => {
        const upstream = of(chosen);
        const moved = await moveDomain(accountUuid, domain, upstream.uuid);
        queryClient.setQueryData(upstreamQuery(accountUuid, upstream.uuid).queryKey, upstream);
        keepDomain(queryClient, moved);
        return upstream;
      }}
      done={(upstream) => `${domain.host} was moved to ${upstreamOrigin(upstream)}`}
      onSaved={onClose}
      onCancel={onClose}
      action="Move domain"
    />
  );
}

function Effects({ domain, to }: { readonly domain: CustomDomain; readonly to: Upstream }) {
  return (
    <ul className={styles['list']}>
      <li>
        New requests for {domain.host} go to {upstreamOrigin(to)} immediately. The current upstream still
        answers what is under way, so no request fails.
      </li>
      <li>The new upstream gets its own auth token and has its own error pages and maintenance.</li>
      <li>The settings, the analytics, the certificate and the DNS records stay as they are.</li>
    </ul>
  );
}
