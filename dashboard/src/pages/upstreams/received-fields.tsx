/** What an upstream hears about a request beyond the request itself. Source: docs/reference/proxy.md. */
import { Card } from '../../ui/card.tsx';
import styles from './upstreams.module.css';

const fields = [
  {
    name: 'X-Served-For',
    says: 'The custom domain that was asked for. By it your server knows whose customer it is.',
  },
  {
    name: 'X-Nameplate-Auth-Token',
    says: 'The auth token of the upstream. Refuse requests without it: they did not come through here.',
  },
  { name: 'X-Forwarded-For', says: 'The address of the visitor.' },
  { name: 'X-Forwarded-Proto', says: 'http or https, as the visitor came.' },
  {
    name: 'X-Forwarded-Host',
    says: 'The host and port that the visitor asked for, with www. where it was there.',
  },
  { name: 'Host', says: 'The host of the upstream itself.' },
] as const;

export function ReceivedFields() {
  return (
    <Card title="What your server receives">
      <p className={styles['text']}>
        Each request arrives as the visitor sent it, with these fields. What visitors send under these names
        is dropped, so they can be trusted once the token is right.
      </p>
      <dl className={styles['fields']}>
        {fields.map(({ name, says }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
