/** Chooses the upstream that the selected domains are moved to. Source: docs/reference/domains.md ("Moving to another upstream"). */
import { useQuery } from '@tanstack/react-query';
import { useAccountUuid } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { upstreamChoicesQuery, upstreamOrigin } from '../../upstreams/upstream-queries.ts';

export function MoveDomainsDialog({
  title,
  onMove,
  onClose,
}: {
  readonly title: string;
  readonly onMove: (upstreamUuid: string) => void;
  readonly onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(upstreamChoicesQuery(useAccountUuid()));
  const [first] = data?.records ?? [];
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title}>
      {data === undefined || first === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={3} label="Loading the upstreams" />
      ) : (
        <Form
          initial={{ chosen: first.uuid }}
          fields={() => [
            {
              name: 'chosen',
              kind: 'select',
              label: 'Upstream',
              hint: 'New requests go there immediately, and none fails. Settings, analytics, certificates and DNS records stay.',
              options: data.records.map((one) => ({ value: one.uuid, label: upstreamOrigin(one) })),
              parameters: [],
            },
          ]}
          send={async ({ chosen }) => chosen}
          onSaved={(chosen) => {
            onClose();
            onMove(chosen);
          }}
          onCancel={onClose}
          action="Move"
        />
      )}
    </Dialog>
  );
}
