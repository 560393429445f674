/** The names a certificate stands for: up to a hundred of them, with a filter and a button that copies them all. */
import { useState } from 'react';
import { formatInteger } from '../../format/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import styles from './certificates.module.css';

/** Longer lists get a search field. */
const manyNames = 12;

export function CertificateNames({ names }: { readonly names: readonly string[] }) {
  const [query, setQuery] = useState('');
  const shown = names.filter((name) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <Card
      title={names.length === 1 ? 'Name' : `${formatInteger(names.length)} names`}
      actions={<CopyButton text={names.join('\n')} label="Copy all names" />}
    >
      {names.length > manyNames ? (
        <div className={styles['nameFilter']}>
          <SearchField label="Filter names" value={query} onChange={setQuery} />
        </div>
      ) : null}
      {shown.length === 0 ? (
        <p className={styles['muted']}>No name contains “{query}”.</p>
      ) : (
        <ScrollRegion label="Names" className={styles['nameList']}>
          <ul>
            {shown.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </Card>
  );
}
