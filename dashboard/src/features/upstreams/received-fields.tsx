/** What an upstream hears about a request beyond the request itself. Source: docs/reference/proxy.md. */
import { Card } from '../../ui/card.tsx';
import styles from './upstreams.module.css';

const fields = [
  {
    name: 'X-Served-For',
    says: 'The requested custom domain. It tells your server which customer the request is for.',
  },
  {
    name: 'X-Nameplate-Auth-Token',
    says: "The upstream's auth token. Reject requests without it: they didn't come through Nameplate.",
  },
  { name: 'X-Forwarded-For', says: "The visitor's IP address." },
  { name: 'X-Forwarded-Proto', says: 'http or https, as the visitor connected.' },
  {
    name: 'X-Forwarded-Host',
    says: 'The host and port the visitor requested, including www. if present.',
  },
  { name: 'X-Request-Id', says: 'Request id, also in Nameplate’s log.' },
  { name: 'Host', says: "The upstream's own host, or the visitor's if you choose so under Advanced." },
] as const;

export function ReceivedFields() {
  return (
    <Card title="What your server receives">
      <p className={styles['text']}>
        Each request arrives as the visitor sent it, plus these fields. Any values visitors send for them are
        dropped, so you can trust them once the token is correct.
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
