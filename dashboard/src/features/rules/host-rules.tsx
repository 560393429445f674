/** The rules of one host: the list, the dialog of a rule, the tester, and the bar that saves. */
import { useQuery } from '@tanstack/react-query';
import {
  ChevronDown,
  FlaskConical,
  ListOrdered,
  Plus,
  ShieldCheck,
  ShieldX,
  Smartphone,
  Split,
  Timer,
} from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Pending } from '../../ui/pending.tsx';
import { ReadOnlyNotice, readOnlyReason } from '../../ui/read-only-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { upstreamOrigin, useUpstreams } from '../upstreams/upstream-queries.ts';
import { VersionsButton } from '../versions/versions-button.tsx';
import { useAfterRules } from './after-rules.ts';
import { ClicksLine } from './clicks-line.tsx';
import type { Span } from './host-query.ts';
import styles from './host-rules.module.css';
import { type PlacedRefusal, placedRefusalOf } from './refusal-place.ts';
import { ruleClicksQuery } from './rule-clicks-query.ts';
import { countsOf } from './rule-counts.ts';
import { useRulesAddress } from './rules-address.ts';
import { asDraft, copyOf, type DraftRule, moved, withRule } from './rules-draft.ts';
import { type Mark, RulesList } from './rules-list.tsx';
import { type HostRules, hostRulesQuery } from './rules-queries.ts';
import { SaveBar } from './save-bar.tsx';
import type { ReadyMadeKind } from './several/ready-made.ts';
import type { SeveralKind } from './several/several-dialog.tsx';
import { useRehearsal } from './use-rehearsal.ts';
import { useRulesDraft } from './use-rules-draft.ts';

const RuleDialog = lazy(async () => ({ default: (await import('./editor/rule-dialog.tsx')).RuleDialog }));
const QrDialog = lazy(async () => ({ default: (await import('../../qr/qr-dialog.tsx')).QrDialog }));
const SeveralDialog = lazy(async () => ({
  default: (await import('./several/several-dialog.tsx')).SeveralDialog,
}));
const ReadyMadeDialog = lazy(async () => ({
  default: (await import('./several/ready-made-dialog.tsx')).ReadyMadeDialog,
}));
const Tester = lazy(async () => ({ default: (await import('./tester/tester.tsx')).Tester }));

const noWarnings: readonly string[] = [];

export function HostRulesEditor({ host }: { readonly host: string }) {
  const { data, error, refetch } = useQuery(hostRulesQuery(useAccountUuid(), host));
  return data ? (
    <Editor host={host} stored={data} />
  ) : (
    <Card>
      <Pending error={error} onRetry={() => void refetch()} lines={6} label="Loading the rules" />
    </Card>
  );
}

function Editor({ host, stored }: { readonly host: string; readonly stored: HostRules }) {
  const canWrite = useCanWrite();
  const address = useRulesAddress();
  const draft = useRulesDraft(host, stored);
  const after = useAfterRules(host);
  const [refused, setRefused] = useState<{ readonly id: number; readonly refusal: PlacedRefusal }>();
  const [marks, setMarks] = useState<ReadonlyMap<number, Mark>>(new Map());
  const [several, setSeveral] = useState<SeveralKind>();
  const [readyMade, setReadyMade] = useState<ReadyMadeKind>();
  const [qrAddress, setQrAddress] = useState<string>();
  const { rules } = draft;
  const [span, setSpan] = useState<Span>('7');
  const { data: clicks } = useQuery({
    ...ruleClicksQuery(useAccountUuid(), host, span),
    // The host is the account's once there is something on it.
    enabled: stored.rules.length > 0 || Boolean(after.redirect ?? after.domain),
  });
  const counts = useMemo(() => clicks && countsOf(stored.rules, clicks), [clicks, stored]);
  const upstreams = useUpstreams(
    useAccountUuid(),
    useMemo(() => upstreamsOf(rules), [rules]),
  );
  const edited = address.opened?.kind === 'edit' ? rules[address.opened.place - 1] : undefined;
  const isNew = address.opened?.kind === 'new' && canWrite;
  const newPath = address.opened?.kind === 'new' ? address.opened.path : undefined;
  const change = (next: readonly DraftRule[]): void => {
    setRefused(undefined);
    draft.set(next);
  };
  const open = (id: number): void => {
    const place = rules.findIndex((one) => one.id === id) + 1;
    if (place > 0) address.open({ kind: 'edit', place });
  };
  const showRefused = (error: unknown): void => {
    const refusal = placedRefusalOf(error);
    const id = rules[refusal?.index ?? -1]?.id;
    if (refusal === undefined || id === undefined) return;
    setRefused({ id, refusal });
    open(id);
  };
  const rehearsing = useRehearsal(host, showRefused);
  const addButton = (
    <Button
      variant="primary"
      icon={<Plus size={16} aria-hidden />}
      disabled={!canWrite}
      title={canWrite ? undefined : readOnlyReason}
      onClick={() => address.open({ kind: 'new' })}
    >
      Add rule
    </Button>
  );
  return (
    <>
      <ReadOnlyNotice what="rules" />
      <div className={styles['bar']}>
        <p className={styles['lead']}>
          For each request, the first matching rule applies. Changes take effect when you save.
        </p>
        <div className={styles['actions']}>
          <Button
            icon={<FlaskConical size={16} aria-hidden />}
            aria-expanded={address.isTesting}
            onClick={() => {
              if (address.isTesting) setMarks(new Map());
              address.test(!address.isTesting);
            }}
          >
            Test a request
          </Button>
          <VersionsButton of={{ kind: 'rules', id: host }} name={host} />
          {addButton}
          {canWrite ? (
            <Menu
              trigger={
                <IconButton label="Add several rules">
                  <ChevronDown size={18} aria-hidden />
                </IconButton>
              }
            >
              <MenuItem icon={<Split size={15} aria-hidden />} onSelect={() => setSeveral('split')}>
                Split between targets…
              </MenuItem>
              <MenuItem icon={<Timer size={15} aria-hidden />} onSelect={() => setSeveral('expiry')}>
                Redirect that expires…
              </MenuItem>
              <MenuItem icon={<ShieldX size={15} aria-hidden />} onSelect={() => setReadyMade('scanners')}>
                Keep scanners out…
              </MenuItem>
              <MenuItem
                icon={<ShieldCheck size={15} aria-hidden />}
                onSelect={() => setReadyMade('crawlers')}
              >
                Verified crawlers only…
              </MenuItem>
              <MenuItem icon={<Smartphone size={15} aria-hidden />} onSelect={() => setReadyMade('stores')}>
                App stores by system…
              </MenuItem>
            </Menu>
          ) : null}
        </div>
      </div>
      <div className={styles['columns']} data-testing={address.isTesting || undefined}>
        <div className={styles['main']}>
          <Card flush>
            {clicks ? <ClicksLine host={host} clicks={clicks} span={span} onSpan={setSpan} /> : null}
            {rules.length === 0 ? (
              <EmptyState icon={<ListOrdered size={20} />} title="No rules yet" action={addButton}>
                A rule redirects, proxies, answers or blocks the requests of {host} that match its conditions:
                by path, country, language, device and more.
              </EmptyState>
            ) : (
              <RulesList
                host={host}
                rules={rules}
                after={after}
                upstreamName={(uuid) => {
                  const upstream = upstreams.get(uuid);
                  return upstream && upstreamOrigin(upstream);
                }}
                marks={marks}
                countOf={({ id }) => counts?.get(id)}
                problemOf={({ id }) => (refused?.id === id ? refused.refusal.message : undefined)}
                warningsOf={(one) => stored.warnings.get(one) ?? noWarnings}
                actions={{
                  onEdit: ({ id }) => open(id),
                  onDuplicate: ({ rule }, place) =>
                    change(rules.toSpliced(place + 1, 0, asDraft(copyOf(rule)))),
                  onDelete: ({ id }) => change(rules.filter((one) => one.id !== id)),
                  onSwitch: ({ id, rule }, active) => change(withRule(rules, id, { ...rule, active })),
                  onMove: (from, to) => change(moved(rules, from, to)),
                  onQr: setQrAddress,
                }}
              />
            )}
          </Card>
          <SaveBar host={host} draft={draft} rehearsing={rehearsing} onFailed={showRefused} />
        </div>
        {address.isTesting ? (
          <Suspense fallback={<Skeleton lines={6} />}>
            <Tester host={host} rules={rules} after={after} onMarks={setMarks} onShow={open} />
          </Suspense>
        ) : null}
      </div>
      <Suspense>
        {several === undefined ? null : (
          <SeveralDialog
            kind={several}
            onAdd={(added) => {
              change([...rules, ...added.map((rule) => asDraft(rule))]);
              setSeveral(undefined);
            }}
            onClose={() => setSeveral(undefined)}
          />
        )}
        {readyMade === undefined ? null : (
          <ReadyMadeDialog
            kind={readyMade}
            onAdd={(added) => {
              const next = [...added.map((rule) => asDraft(rule)), ...rules];
              change(next);
              rehearsing.mutate(next);
              setReadyMade(undefined);
            }}
            onClose={() => setReadyMade(undefined)}
          />
        )}
        {qrAddress === undefined ? null : (
          <QrDialog address={qrAddress} onClose={() => setQrAddress(undefined)} />
        )}
        {edited || isNew ? (
          <RuleDialog
            key={edited?.id ?? `new:${newPath}`}
            host={host}
            edited={edited}
            newPath={newPath}
            place={
              (edited ? (address.opened?.kind === 'edit' ? address.opened.place : 0) : rules.length + 1) - 1
            }
            stored={draft.base}
            refusal={edited && refused?.id === edited.id ? refused.refusal : undefined}
            onClose={address.close}
            onApply={(rule) => {
              change(
                edited
                  ? withRule(rules, edited.id, rule)
                  : newPath === undefined
                    ? [...rules, asDraft(rule)]
                    : [asDraft(rule), ...rules],
              );
              address.close();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function upstreamsOf(rules: readonly DraftRule[]): string[] {
  const uuids = new Set<string>();
  for (const { rule } of rules) if ('proxy' in rule.then) uuids.add(rule.then.proxy.upstream_uuid);
  return [...uuids];
}
