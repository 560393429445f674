/** Who changed what in the account. */
import { History } from 'lucide-react';
import { auditActions, auditedKinds } from '../../../../src/core/audit.ts';
import { type AuditEvent, auditEvents } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useList } from '../../ui/use-list.ts';
import { useListParams } from '../../ui/use-list-params.ts';
import { When } from '../../ui/when.tsx';
import { UndoButton } from '../versions/undo-button.tsx';
import styles from './activity.module.css';
import { actionNames, changesOf, kindName, viaOf } from './event-words.ts';

const tones: Readonly<Record<AuditEvent['action'], Tone>> = {
  created: 'success',
  updated: 'accent',
  deleted: 'danger',
};

const columns: readonly Column<AuditEvent>[] = [
  {
    name: 'What',
    render: (event) => (
      <>
        <Badge tone={tones[event.action]}>{actionNames[event.action]}</Badge>
        <div className={styles['what']}>
          <span className={styles['muted']}>{kindName(event.resource)}</span>{' '}
          <span className={styles['name']}>
            <BreakableHost text={event.resource_name} />
          </span>
        </div>
      </>
    ),
  },
  {
    name: 'Who',
    render: ({ actor, address }) => (
      <>
        <div className={styles['name']}>{actor.name}</div>
        <div className={styles['muted']}>
          {viaOf(actor.kind)}
          {address === null ? '' : `, ${address}`}
        </div>
      </>
    ),
  },
  { name: 'When', render: (event) => <When at={event.created_at} /> },
  { name: 'Values', render: (event) => <Values event={event} /> },
  { name: '', render: (event) => <UndoButton event={event} /> },
];

export function ActivityPage() {
  const { filterOf, setFilter } = useListParams(['']);
  const resource = auditedKinds.find((kind) => kind === filterOf('resource'));
  const action = auditActions.find((each) => each === filterOf('action'));
  const list = useList(
    auditEvents,
    { account_uuid: useAccountUuid() },
    {
      filters: {
        ...(resource === undefined ? {} : { resource }),
        ...(action === undefined ? {} : { action }),
      },
      // Whatever was changed since, on whichever page.
      staleMs: 0,
    },
  );
  const isFiltered = resource !== undefined || action !== undefined;
  return (
    <ListPage
      title="Activity"
      description="Every change in this account: who made it, from where, and when."
      above={
        <div className={styles['filters']}>
          <Choice
            label="Resources"
            all="All resources"
            value={resource}
            options={auditedKinds}
            nameOf={kindName}
            onChange={(value) => setFilter('resource', value)}
          />
          <Choice
            label="Actions"
            all="All actions"
            value={action}
            options={auditActions}
            nameOf={(each) => actionNames[each]}
            onChange={(value) => setFilter('action', value)}
          />
        </div>
      }
      list={list}
      label="Changes"
      columns={columns}
      keyOf={({ uuid }) => uuid}
      empty={{ icon: <History size={20} />, title: 'No changes yet' }}
      noMatch={
        isFiltered
          ? {
              icon: <History size={20} />,
              title: 'No changes match',
              action: <Button onClick={list.clear}>Show all changes</Button>,
            }
          : undefined
      }
    />
  );
}

function Choice<Word extends string>({
  label,
  all,
  value,
  options,
  nameOf,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: Word | undefined;
  readonly options: readonly Word[];
  readonly nameOf: (word: Word) => string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <select
      className={styles['choice']}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </select>
  );
}

/** Those of a change at once, all others on demand. */
function Values({ event }: { readonly event: AuditEvent }) {
  const list = (
    <dl className={styles['values']}>
      {changesOf(event).map(({ attribute, before, after }) => (
        <div key={attribute}>
          <dt>{attribute}</dt>
          <dd>
            {before === undefined ? null : event.action === 'updated' ? <del>{before}</del> : before}
            {before === undefined || after === undefined ? null : ' → '}
            {after === undefined ? null : event.action === 'updated' ? <ins>{after}</ins> : after}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (event.action === 'updated') return list;
  return (
    <details className={styles['details']}>
      <summary>Show values</summary>
      {list}
    </details>
  );
}
