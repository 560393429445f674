/** Moves a custom domain to another upstream of the account. Source: docs/reference/domains.md ("Moving to another upstream"). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/api-error.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack, SelectField } from '../../ui/field.tsx';
import { Pending } from '../../ui/pending.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type CustomDomain, keepDomain } from '../domains/domain-queries.ts';
import {
  type Upstream,
  upstreamChoicesQuery,
  upstreamOrigin,
  upstreamQuery,
} from '../upstreams/upstream-queries.ts';
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
  const toast = useToast();
  const [chosen, setChosen] = useState(upstreams[0].uuid);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const upstream = upstreams.find(({ uuid }) => uuid === chosen) ?? upstreams[0];
  const move = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const moved = await moveDomain(accountUuid, domain, upstream.uuid);
      queryClient.setQueryData(upstreamQuery(accountUuid, upstream.uuid).queryKey, upstream);
      keepDomain(queryClient, moved);
      toast.done(`${domain.host} was moved to ${upstreamOrigin(upstream)}`);
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void move(event)} noValidate>
      <FieldStack>
        <SelectField
          label="Upstream"
          value={upstream.uuid}
          options={upstreams.map((one) => ({ value: one.uuid, label: upstreamOrigin(one) }))}
          error={problem}
          onChange={(event) => {
            setProblem(undefined);
            setChosen(event.target.value);
          }}
        />
        <ul className={styles['list']}>
          <li>
            New requests for {domain.host} go to {upstreamOrigin(upstream)} immediately. The current upstream
            still answers what is under way, so no request fails.
          </li>
          <li>The new upstream gets its own auth token and has its own error pages and maintenance.</li>
          <li>The settings, the analytics, the certificate and the DNS records stay as they are.</li>
        </ul>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            Move domain
          </Button>
        </DialogActions>
      </FieldStack>
    </form>
  );
}
