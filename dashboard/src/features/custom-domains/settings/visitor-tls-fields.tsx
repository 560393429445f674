/** TLS with the visitors of a custom domain. Source: docs/reference/tls.md ("Of one host", "Client certificates"). */
import { CertificateArea } from '../../../ui/certificate-area.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { refusalOf } from '../../upstreams/refusal.ts';
import styles from './settings.module.css';

export type VisitorTlsValues = {
  /** Empty: the installation's. */
  readonly tlsMinVersion: '' | '1.2' | '1.3';
  readonly tlsClientCa: string;
};

/** The API's limit. */
const maxLength = 16_384;

const versions = [
  { value: '', label: 'Installation default' },
  { value: '1.2', label: 'TLS 1.2' },
  { value: '1.3', label: 'TLS 1.3' },
] as const;

export function VisitorTlsFields({
  values,
  onChange,
  failure,
  disabled,
}: {
  readonly values: VisitorTlsValues;
  readonly onChange: (change: Partial<VisitorTlsValues>) => void;
  /** Of the last attempt to save. */
  readonly failure: unknown;
  readonly disabled: boolean;
}) {
  return (
    <div className={styles['narrow']}>
      <SelectField
        label="Lowest TLS version"
        value={values.tlsMinVersion}
        options={versions}
        disabled={disabled}
        onChange={(tlsMinVersion) => onChange({ tlsMinVersion })}
        error={refusalOf(failure, 'tls_min_version')}
        hint="Clients that don't support it can't connect. It can't be lower than this installation's."
      />
      <CertificateArea
        label="Client certificate authorities"
        maxLength={maxLength}
        value={values.tlsClientCa}
        disabled={disabled}
        onChange={(event) => onChange({ tlsClientCa: event.target.value })}
        error={refusalOf(failure, 'tls_client_ca')}
        hint="PEM. Visitors need a certificate of one of these authorities, and get 403 without one. Leave empty to let anyone visit."
      />
    </div>
  );
}
