/** Where a redirect takes requests from and where it sends them, each field with what it does. */
import { useQuery } from '@tanstack/react-query';
import { parseHostname } from '../../../../src/core/hostname.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { FieldStack, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import styles from './redirect-form.module.css';
import { hostOfAddress, type RedirectProblems, type RedirectValues, storedHost } from './redirect-values.ts';
import { redirectOfHostQuery } from './redirects-queries.ts';

const pauseMs = 350;

export function RedirectFields({
  values,
  problems,
  editedUuid,
  onChange,
  onTouched,
  onEdit,
}: {
  readonly values: RedirectValues;
  readonly problems: RedirectProblems;
  readonly editedUuid: string | undefined;
  readonly onChange: (change: Partial<RedirectValues>) => void;
  readonly onTouched: (name: keyof RedirectValues) => void;
  readonly onEdit: (uuid: string) => void;
}) {
  const canWrite = useCanWrite();
  const owner = useOwner(values.source_host, editedUuid);
  const stored = storedHost(values.source_host);
  return (
    <FieldStack>
      <TextField
        label="Host"
        placeholder="go.example.com"
        inputMode="url"
        autoCapitalize="none"
        required
        autoFocus={canWrite}
        readOnly={!canWrite}
        value={values.source_host}
        onChange={(event) => onChange({ source_host: event.target.value })}
        onBlur={() => onTouched('source_host')}
        onPaste={(event) => {
          const address = hostOfAddress(event.clipboardData.getData('text'));
          if (!address || values.source_host !== '') return;
          event.preventDefault();
          const hasPath = address.path !== '' && values.match_path === '*';
          onChange({ source_host: address.host, ...(hasPath ? { match_path: address.path } : {}) });
        }}
        error={problems.source_host}
        hint={stored === undefined ? 'Requests for this host are redirected.' : `It is stored as ${stored}.`}
      />
      {owner ? (
        <Notice
          tone="warning"
          action={
            <button type="button" className={styles['inlineAction']} onClick={() => onEdit(owner.uuid)}>
              Edit that one
            </button>
          }
        >
          {owner.source_host} already has a redirect, to {owner.destination_url}. A host can have only one.
        </Notice>
      ) : null}
      <TextField
        label="Path"
        placeholder="*"
        autoCapitalize="none"
        readOnly={!canWrite}
        value={values.match_path}
        onChange={(event) => onChange({ match_path: event.target.value })}
        onBlur={() => onTouched('match_path')}
        error={problems.match_path}
        hint={
          <>
            <code>*</code> for every path, <code>/docs*</code> for paths that start with /docs,{' '}
            <code>/docs</code> for exactly that path.
          </>
        }
      />
      <TextField
        label="Goes to"
        placeholder="https://www.example.com/welcome"
        inputMode="url"
        autoCapitalize="none"
        required
        readOnly={!canWrite}
        value={values.destination_url}
        onChange={(event) => onChange({ destination_url: event.target.value })}
        onBlur={() => onTouched('destination_url')}
        error={problems.destination_url}
        hint="A full address. Its own query and #fragment are kept."
      />
      <TextField
        label="Note"
        optional
        placeholder="Flyer, spring 2026"
        readOnly={!canWrite}
        value={values.note}
        onChange={(event) => onChange({ note: event.target.value })}
        onBlur={() => onTouched('note')}
        error={problems.note}
        hint="What this redirect is for. Private; searchable."
      />
    </FieldStack>
  );
}

/** Another redirect that the account has for the host which is being typed. */
function useOwner(text: string, editedUuid: string | undefined) {
  const accountUuid = useAccountUuid();
  const typed = useSettled(text, pauseMs);
  const result = parseHostname(typed);
  const host = result.ok ? result.host : '';
  const { data } = useQuery({ ...redirectOfHostQuery(accountUuid, host), enabled: host !== '' });
  const isCurrent = typed === text;
  return isCurrent && data && data.uuid !== editedUuid ? data : undefined;
}
