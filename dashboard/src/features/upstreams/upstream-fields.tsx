/** The fields of an upstream: where requests are sent. Used by its dialog and by adding a domain. */
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { CheckField, TextField } from '../../ui/field.tsx';
import styles from './upstream-fields.module.css';
import { hostOfAddress, portProblem, upstreamHostProblem } from './upstream-host.ts';

export type UpstreamValues = { readonly host: string; readonly port: string; readonly tls: boolean };

export const emptyUpstream: UpstreamValues = { host: '', port: '443', tls: true };

export function UpstreamFields({
  values,
  onChange,
  failure,
  showsEmpty,
  autoFocus = false,
  disabled = false,
}: {
  readonly values: UpstreamValues;
  readonly onChange: (change: Partial<UpstreamValues>) => void;
  /** Of the last attempt to save; shown at the field that it is about. */
  readonly failure: unknown;
  /** Whether an empty host is an error yet. */
  readonly showsEmpty: boolean;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
}) {
  const hostError = values.host === '' && !showsEmpty ? undefined : upstreamHostProblem(values.host);
  const portError = portProblem(values.port);
  return (
    <>
      <div className={styles['place']}>
        <TextField
          label="Server"
          placeholder="app.example.net"
          inputMode="url"
          autoCapitalize="off"
          autoFocus={autoFocus}
          disabled={disabled}
          value={values.host}
          onChange={(event) => onChange(hostOfAddress(event.target.value) ?? { host: event.target.value })}
          error={hostError ?? (isAbout(failure, 'host') ? sentenceOf(failure) : undefined)}
          hint="A DNS name or an IP address that Nameplate can reach."
        />
        <TextField
          label="Port"
          inputMode="numeric"
          maxLength={5}
          disabled={disabled}
          value={values.port}
          onChange={(event) => onChange({ port: event.target.value.trim() })}
          error={portError ?? (isAbout(failure, 'port') ? sentenceOf(failure) : undefined)}
        />
      </div>
      <CheckField
        label="Connect with TLS"
        hint="The server’s certificate must be valid for its own name. Without TLS, requests are sent in clear text."
        checked={values.tls}
        disabled={disabled}
        onChange={({ target: { checked: tls } }) =>
          onChange({ tls, ...(values.port === (tls ? '80' : '443') ? { port: tls ? '443' : '80' } : {}) })
        }
      />
    </>
  );
}

/** Whether the API may be asked. */
export function isUpstreamComplete({ host, port }: UpstreamValues): boolean {
  return upstreamHostProblem(host) === undefined && portProblem(port) === undefined;
}
