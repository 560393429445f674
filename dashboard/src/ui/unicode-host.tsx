/** What follows an internationalised host: the name as people write it, beside what is stored, as letters may look alike. */
import { unicodeHost } from '../../../src/core/unicode-host.ts';
import styles from './unicode-host.module.css';

export function UnicodeHost({ host }: { readonly host: string }) {
  const text = unicodeHost(host);
  return text === undefined ? null : (
    <>
      {' '}
      <bdi className={styles['name']}>({text})</bdi>
    </>
  );
}
