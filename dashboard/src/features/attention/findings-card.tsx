/** The account's findings, the worst first: what is wrong, why, and how to fix it. */
import { BellOff, CircleCheck, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, bodyOf } from '../../api/client.ts';
import { type Finding, findings } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useList } from '../../ui/use-list.ts';
import { useSave } from '../../ui/use-save.ts';
import { When } from '../../ui/when.tsx';
import { WhyButton } from '../diagnosis/why-button.tsx';
import styles from './overview.module.css';

const severities: Record<Finding['severity'], { readonly tone: Tone; readonly text: string }> = {
  critical: { tone: 'danger', text: 'Critical' },
  warning: { tone: 'warning', text: 'Warning' },
  notice: { tone: 'neutral', text: 'Notice' },
};

const states = [
  { value: 'open', label: 'Open' },
  { value: 'muted', label: 'Muted' },
  { value: 'resolved', label: 'Resolved' },
] as const;

const dayMs = 86_400_000;

/** Subjects whose host is one that visitors ask for. */
const visited: ReadonlySet<Finding['subject']['type']> = new Set(['custom_domain', 'redirect', 'host']);

const columns: readonly Column<Finding>[] = [
  {
    name: 'Finding',
    className: styles['finding'],
    render: (finding) => (
      <>
        <Badge tone={severities[finding.severity].tone}>{severities[finding.severity].text}</Badge>
        <p className={styles['subject']}>
          <Subject subject={finding.subject} />
        </p>
        <p className={styles['summary']}>{finding.summary}</p>
      </>
    ),
  },
  {
    name: 'Why, and what to do',
    className: styles['because'],
    render: ({ cause, fix, state, subject }) => (
      <div>
        <p className={styles['cause']}>{cause}</p>
        <p className={styles['fix']}>{fix}</p>
        {state === 'resolved' || subject.host === null || !visited.has(subject.type) ? null : (
          <div className={styles['why']}>
            <WhyButton host={subject.host} />
          </div>
        )}
      </div>
    ),
  },
  {
    name: 'Since',
    render: ({ opened_at: openedAt, resolved_at: resolvedAt }) => (
      <>
        <When at={openedAt} />
        {resolvedAt === null ? null : (
          <div className={styles['muted']}>
            Resolved <When at={resolvedAt} />
          </div>
        )}
      </>
    ),
  },
  { name: '', render: (finding) => <FindingMenu finding={finding} /> },
];

export function FindingsCard() {
  const [state, setState] = useState<Finding['state']>('open');
  const list = useList(
    findings,
    { account_uuid: useAccountUuid() },
    { perPage: 10, filters: { state }, refetchMs: () => 30_000 },
  );
  return (
    <ListCard
      title="Needs attention"
      actions={<Segmented label="Findings" value={state} options={states} onChange={setState} />}
      list={list}
      label="Findings"
      columns={columns}
      keyOf={({ uuid }) => uuid}
      empty={
        state === 'open'
          ? {
              icon: <CircleCheck size={20} />,
              title: 'Nothing needs attention',
              children: 'Nameplate checks DNS, certificates, upstreams and traffic of every domain.',
            }
          : { title: state === 'muted' ? 'No finding is muted' : 'No finding was resolved yet' }
      }
    />
  );
}

function Subject({ subject: { type, uuid, host } }: Pick<Finding, 'subject'>) {
  const text = host ?? 'This installation';
  const to =
    type === 'custom_domain' && uuid !== null
      ? `/domains/${uuid}/settings`
      : type === 'upstream'
        ? '/upstreams'
        : undefined;
  if (to === undefined) return <BreakableHost text={text} />;
  return (
    <Link to={to}>
      <BreakableHost text={text} />
    </Link>
  );
}

function FindingMenu({ finding: { uuid, state, subject } }: { readonly finding: Finding }) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const save = useSave({
    changes: [findings.key, 'custom-domains'],
    done: state === 'muted' ? 'Unmuted' : 'Muted',
    toastsFailures: true,
  });
  if (!canWrite || state === 'resolved') return null;
  const path = { account_uuid: accountUuid, finding_uuid: uuid };
  const mute = (days: number): void =>
    void save.run(() =>
      bodyOf(
        api.POST('/api/v1/accounts/{account_uuid}/findings/{finding_uuid}/mute', {
          params: { path },
          body: { until: new Date(Date.now() + days * dayMs).toISOString() },
        }),
      ),
    );
  const unmute = (): void =>
    void save.run(() =>
      bodyOf(
        api.DELETE('/api/v1/accounts/{account_uuid}/findings/{finding_uuid}/mute', { params: { path } }),
      ),
    );
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for the finding on ${subject.host ?? 'this installation'}`} size="s">
          <Ellipsis size={17} aria-hidden />
        </IconButton>
      }
    >
      {state === 'muted' ? (
        <MenuItem onSelect={unmute}>Unmute</MenuItem>
      ) : (
        [1, 7, 90].map((days) => (
          <MenuItem key={days} icon={<BellOff size={16} aria-hidden />} onSelect={() => mute(days)}>
            Mute for {days === 1 ? 'a day' : `${days} days`}
          </MenuItem>
        ))
      )}
    </Menu>
  );
}
