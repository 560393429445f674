/** A field for certificates in PEM that may be left empty. */
import type { ComponentProps } from 'react';
import { TextArea } from './field.tsx';

export function CertificateArea(props: Omit<ComponentProps<typeof TextArea>, 'optional' | 'rows'>) {
  return <TextArea {...props} optional rows={3} placeholder="-----BEGIN CERTIFICATE-----" />;
}
