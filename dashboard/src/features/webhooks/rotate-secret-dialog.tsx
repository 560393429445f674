/** Replaces an endpoint's secret; the new one is shown this one time. */
import { type Endpoint, endpoints } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { shownSecret } from './shown-secret.ts';
import { rotateSecret } from './webhook-requests.ts';

export function RotateSecretDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}) {
  const account_uuid = useAccountUuid();
  return (
    <FormDialog
      title="Replace the signing secret?"
      onClose={onClose}
      initial={{}}
      intro={<p>Deliveries are signed with the old and the new secret for a day, so that none is refused.</p>}
      fields={() => []}
      send={() => rotateSecret({ account_uuid, webhook_endpoint_uuid: endpoint.uuid })}
      changes={[endpoints.key]}
      action="Replace secret"
      shown={({ secret }) => shownSecret(secret)}
    />
  );
}
