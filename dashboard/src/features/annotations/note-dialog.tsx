/** The form of a note on a domain's charts. Loaded when it is opened. */
import { annotations } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

export function NoteDialog({
  domainUuid,
  onClose,
}: {
  readonly domainUuid: string;
  readonly onClose: () => void;
}) {
  const account_uuid = useAccountUuid();
  return (
    <FormDialog
      title="Add a note"
      description="Everyone in the account sees it on the domain's charts."
      onClose={onClose}
      initial={{ text: '', at: localNow() }}
      fields={() => [
        {
          name: 'text',
          kind: 'text',
          label: 'What happened',
          placeholder: 'Newsletter sent',
          autoFocus: true,
          required: true,
        },
        { name: 'at', kind: 'text', label: 'When', type: 'datetime-local', required: true },
      ]}
      send={({ text, at }) =>
        annotations.create({ account_uuid, uuid: domainUuid }, { text, at: new Date(at).toISOString() })
      }
      changes={[annotations.key]}
      action="Add note"
    />
  );
}

/** As the field has it: without a zone, to the minute. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
