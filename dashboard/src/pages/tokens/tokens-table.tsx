/** The access tokens as rows: name, scope, dates and last use. */
import { formatDate, formatDateTime, formatRelative } from '../../format/dates.ts';
import { useCanWrite, useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { ActionsHeadCell, Cell, HeadCell, Table } from '../../ui/table.tsx';
import { tokenState } from './lifetime.ts';
import styles from './tokens.module.css';
import type { AccessToken } from './tokens-queries.ts';

export function TokensTable({
  rows,
  onRevoke,
}: {
  readonly rows: readonly AccessToken[];
  readonly onRevoke: (token: AccessToken) => void;
}) {
  const canWrite = useCanWrite();
  const { token: own } = useSession();
  return (
    <Table label="Access tokens">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Scope</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>Created</HeadCell>
          <HeadCell>Expires</HeadCell>
          <ActionsHeadCell />
        </tr>
      </thead>
      <tbody>
        {rows.map((token) => {
          const {
            uuid,
            name,
            scope,
            created_at: createdAt,
            last_used_at: usedAt,
            expires_at: endsAt,
          } = token;
          const state = tokenState(endsAt);
          return (
            <tr key={uuid} className={styles['row']}>
              <Cell className={styles['name']}>
                <span className={styles['nameLine']}>
                  <span className={styles['nameText']}>{name}</span>
                  {uuid === own?.uuid ? <Badge tone="accent">This session</Badge> : null}
                </span>
              </Cell>
              <Cell label="Scope">{scope === 'write' ? 'Read and write' : 'Read only'}</Cell>
              <Cell label="Last used">
                {usedAt === null ? (
                  <span className={styles['muted']}>never</span>
                ) : (
                  <time dateTime={usedAt} title={formatDateTime(usedAt)}>
                    {formatRelative(usedAt)}
                  </time>
                )}
              </Cell>
              <Cell label="Created">
                <time dateTime={createdAt} title={formatDateTime(createdAt)} className={styles['muted']}>
                  {formatDate(createdAt)}
                </time>
              </Cell>
              <Cell label="Expires">
                {endsAt === null ? (
                  <span className={styles['muted']}>never</span>
                ) : (
                  <span className={styles['expiry']}>
                    <time dateTime={endsAt} title={formatDateTime(endsAt)}>
                      {formatRelative(endsAt)}
                    </time>
                    {state === undefined ? null : <Badge tone={state.tone}>{state.words}</Badge>}
                  </span>
                )}
              </Cell>
              <Cell className={styles['more']}>
                <Button
                  size="s"
                  disabled={!canWrite}
                  title={canWrite ? undefined : readOnlyReason}
                  aria-label={`Revoke ${name}`}
                  onClick={() => onRevoke(token)}
                >
                  Revoke…
                </Button>
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
