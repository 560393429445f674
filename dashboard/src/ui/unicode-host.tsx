/**
 * What follows an internationalised host: the name as people write it, beside what is stored, as letters may look alike. In the title of a page about
 * the host, too.
 */
import { useEffect } from 'react';
import { unicodeHost } from '../../../src/core/unicode-host.ts';
import styles from './unicode-host.module.css';

export function UnicodeHost({ host }: { readonly host: string }) {
  const text = unicodeHost(host);
  const both = `${host} (${text})`;
  useEffect(() => {
    // The page sets its title after this.
    if (text !== undefined) queueMicrotask(() => (document.title = titleWith(document.title, host, both)));
  });
  return text === undefined ? null : (
    <>
      {' '}
      <bdi className={styles['name']}>({text})</bdi>
    </>
  );
}

/** Titles begin with what the page is about. */
function titleWith(title: string, host: string, both: string): string {
  return title.startsWith(host) && !title.startsWith(both) ? both + title.slice(host.length) : title;
}
