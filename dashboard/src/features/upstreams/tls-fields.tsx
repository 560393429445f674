/** How connections to an upstream are made with TLS: names, trusted certificates and a certificate of Nameplate's own. */
import { useState } from 'react';
import { parseDnsName } from '../../../../src/core/hostname.ts';
import { CertificateArea } from '../../ui/certificate-area.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { clientCertificateState } from './client-certificate-state.ts';
import { refusalOf } from './refusal.ts';
import type { AdvancedValues } from './upstream-advanced-values.ts';

/** The API's limit of each text. */
const maxLength = 65_536;

export function TlsFields({
  values,
  host,
  onChange,
  failure,
}: {
  readonly values: AdvancedValues;
  readonly host: string;
  readonly onChange: (change: Partial<AdvancedValues>) => void;
  /** Of the last attempt to save; shown at the field that it is about. */
  readonly failure: unknown;
}) {
  const [openedAt] = useState(() => Date.now());
  const { savedCertificate } = values;
  const isSaved = savedCertificate !== undefined && values.clientCertificate === savedCertificate.text;
  const state = isSaved ? clientCertificateState(savedCertificate.expiresAt, openedAt) : undefined;
  return (
    <>
      <TextField
        label="TLS server name"
        optional
        inputMode="url"
        autoCapitalize="off"
        placeholder={host}
        value={values.tlsServerName}
        onChange={(event) => onChange({ tlsServerName: event.target.value })}
        error={nameProblem(values.tlsServerName) ?? refusalOf(failure, 'tls_server_name')}
        hint="The name its certificate must be valid for, if not the server's. For servers that are reached by address or by an inner name."
      />
      <CertificateArea
        label="Certificates to trust"
        maxLength={maxLength}
        value={values.tlsCa}
        onChange={(event) => onChange({ tlsCa: event.target.value })}
        error={refusalOf(failure, 'tls_ca')}
        hint="PEM: the certificate of the server’s own CA, or the server’s if it is self-signed. Replaces the CAs that this machine trusts."
      />
      <CertificateArea
        label="Client certificate"
        maxLength={maxLength}
        value={values.clientCertificate}
        onChange={(event) => onChange({ clientCertificate: event.target.value })}
        error={refusalOf(failure, 'tls_client_certificate')}
        hint={
          <>
            {state === undefined ? null : `${state.sentence} `}
            In PEM, with its intermediates after it. For servers that ask for one, so that only Nameplate can
            reach them.
          </>
        }
      />
      {values.clientCertificate.trim() === '' ? null : (
        <TextArea
          label={savedCertificate === undefined ? 'Its private key' : 'New private key'}
          optional={savedCertificate !== undefined}
          rows={3}
          maxLength={maxLength}
          autoComplete="off"
          placeholder="-----BEGIN PRIVATE KEY-----"
          value={values.clientKey}
          onChange={(event) => onChange({ clientKey: event.target.value })}
          error={refusalOf(failure, 'tls_client_key')}
          hint={
            savedCertificate === undefined
              ? 'In PEM, not encrypted. It is stored encrypted and never shown again.'
              : 'Leave empty to keep the current one, if it belongs to the certificate.'
          }
        />
      )}
    </>
  );
}

function nameProblem(text: string): string | undefined {
  const name = parseDnsName(text.trim());
  return text.trim() === '' || name.ok ? undefined : `That isn't a DNS name: ${name.reason}.`;
}
