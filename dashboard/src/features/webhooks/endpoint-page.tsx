/** One webhook endpoint: its state, what can be done with it, and its deliveries. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, KeyRound, Pencil, Send, Trash2, Webhook } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { deliveries, type Endpoint, endpoints } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pending } from '../../ui/pending.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { useSave } from '../../ui/use-save.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { inactiveReason, testEndpoint } from './webhook-requests.ts';
import styles from './webhooks.module.css';

const EndpointDialog = lazy(async () => ({
  default: (await import('./endpoint-dialog.tsx')).EndpointDialog,
}));
const RotateSecretDialog = lazy(async () => ({
  default: (await import('./rotate-secret-dialog.tsx')).RotateSecretDialog,
}));

export function EndpointPage() {
  const { endpointUuid = '' } = useParams();
  const { data, error, refetch } = useQuery(
    endpoints.one({ account_uuid: useAccountUuid(), webhook_endpoint_uuid: endpointUuid }),
  );
  const back = (
    <Link to="/webhooks" className={styles['back']}>
      <ArrowLeft size={14} aria-hidden />
      Webhooks
    </Link>
  );
  return (
    <Page
      title={data?.url ?? 'Webhook endpoint'}
      above={back}
      description={data?.description}
      actions={data ? <Actions endpoint={data} /> : undefined}
    >
      {data ? (
        <>
          <EndpointFacts endpoint={data} />
          <Deliveries endpoint={data} />
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <Card>
          <EmptyState
            icon={<Webhook size={20} />}
            title="Endpoint not found"
            action={<ButtonLink to="/webhooks">Show all endpoints</ButtonLink>}
          >
            It may have been deleted, or the link is wrong.
          </EmptyState>
        </Card>
      ) : (
        <Pending error={error} onRetry={() => void refetch()} lines={8} label="Loading the endpoint" />
      )}
    </Page>
  );
}

function Actions({ endpoint }: { readonly endpoint: Endpoint }) {
  const path = { account_uuid: useAccountUuid(), webhook_endpoint_uuid: endpoint.uuid };
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'edit' | 'secret' | 'delete'>();
  const close = (): void => setOpened(undefined);
  const common = { disabled: !canWrite, title: canWrite ? undefined : readOnlyReason };
  const test = useSave({
    changes: [endpoints.key, deliveries.key],
    done: 'A test event is on its way',
    toastsFailures: true,
  });
  return (
    <>
      <Button
        icon={<Send size={16} aria-hidden />}
        busy={test.isBusy}
        disabled={!canWrite || !endpoint.active}
        title={canWrite ? inactiveReason(endpoint) : readOnlyReason}
        onClick={() => void test.run(() => testEndpoint(path))}
      >
        Send a test event
      </Button>
      <Button {...common} icon={<Pencil size={16} aria-hidden />} onClick={() => setOpened('edit')}>
        Edit
      </Button>
      <Button {...common} icon={<KeyRound size={16} aria-hidden />} onClick={() => setOpened('secret')}>
        Replace secret
      </Button>
      <Button {...common} icon={<Trash2 size={16} aria-hidden />} onClick={() => setOpened('delete')}>
        Delete…
      </Button>
      <Suspense>
        {opened === 'edit' ? <EndpointDialog endpoint={endpoint} onClose={close} /> : null}
        {opened === 'secret' ? <RotateSecretDialog endpoint={endpoint} onClose={close} /> : null}
      </Suspense>
      {opened === 'delete' ? (
        <ConfirmDialog
          title="Delete the endpoint?"
          action="Delete endpoint"
          send={() => endpoints.remove(path)}
          done="The endpoint was deleted"
          changes={[endpoints.key]}
          deletes={[endpoint.uuid]}
          onClose={close}
          onSaved={() => void navigate('/webhooks')}
        >
          <p>
            {endpoint.url} gets no more events, and its deliveries are deleted with it, those that wait
            included.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
