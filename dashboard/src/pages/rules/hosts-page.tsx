/** The account's hosts, and a way to the rules of a new one. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { parseHostname } from '../../../../src/core/hostname.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Pending } from '../../ui/pending.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { useListParams } from '../domains/use-list-params.ts';
import styles from './hosts-page.module.css';
import { hostListQuery, hostSorts, hostsPerPage } from './hosts-queries.ts';
import { HostsTable } from './hosts-table.tsx';

const pauseMs = 250;

export function RulesHostsPage() {
  return (
    <Page
      title="Rules"
      description="What a host does with a request: an ordered list of conditions and actions."
    >
      <OpenHost />
      <HostsList />
    </Page>
  );
}

function OpenHost() {
  const listId = useId();
  const navigate = useNavigate();
  const { form, failed } = useProblemFocus();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const query = useSettled(text.trim(), pauseMs);
  const { data: found } = useQuery(
    hostListQuery(useAccountUuid(), { query, sort: 'host', page: 1, hasRules: false }),
  );
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const result = parseHostname(text);
    if (result.ok) {
      void navigate(`/rules/${result.host}`);
      return;
    }
    setProblem(text.trim() === '' ? 'Enter a host.' : `That isn't a valid host name: ${result.reason}.`);
    failed();
  };
  return (
    <Card title="Open a host">
      <form ref={form} className={styles['form']} onSubmit={open} noValidate>
        <TextField
          label="Host"
          placeholder="go.example.com"
          inputMode="url"
          autoCapitalize="none"
          list={listId}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
          hint="One of the hosts below, or a new one that points here."
        />
        <datalist id={listId}>
          {found?.data.map(({ host }) => (
            <option key={host}>{host}</option>
          ))}
        </datalist>
        <Button type="submit" variant="primary">
          Open rules
        </Button>
      </form>
    </Card>
  );
}

function HostsList() {
  const list = useListParams(hostSorts);
  const [search, setSearch] = useSearchParams();
  const hasRules = search.get('show') === 'rules';
  const { data, error, refetch, isPlaceholderData } = useQuery(
    hostListQuery(useAccountUuid(), { ...list, hasRules }),
  );
  const show = (which: 'all' | 'rules'): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        if (which === 'all') next.delete('show');
        else next.set('show', which);
        return next;
      },
      { replace: true },
    );
  const count = data?.pagination.count ?? 0;
  const isFiltered = hasRules || list.query !== '';
  return (
    <Card flush>
      <div className={styles['bar']}>
        <div className={styles['filter']}>
          <SearchField label="Filter hosts" value={list.query} onChange={list.setQuery} />
        </div>
        <Segmented
          label="Which hosts"
          value={hasRules ? 'rules' : 'all'}
          onChange={show}
          options={[
            { value: 'all', label: 'All hosts' },
            { value: 'rules', label: 'With rules' },
          ]}
        />
        <p className={styles['count']} role="status">
          {data === undefined ? '' : `${formatInteger(count)} ${count === 1 ? 'host' : 'hosts'}`}
        </p>
      </div>
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={6} label="Loading hosts" />
      ) : (
        <>
          {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
          {data.data.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'No matching hosts' : count === 0 ? 'No hosts yet' : 'This page is empty'}
              action={
                isFiltered || count > 0 ? (
                  <Button onClick={() => setSearch({}, { replace: true })}>Show all hosts</Button>
                ) : undefined
              }
            >
              {isFiltered || count > 0
                ? null
                : 'Hosts with a custom domain, a redirect or rules are listed here.'}
            </EmptyState>
          ) : (
            <HostsTable hosts={data.data} stale={isPlaceholderData} sort={list.sort} onSort={list.setSort} />
          )}
          <Pagination page={list.page} perPage={hostsPerPage} count={count} onChange={list.setPage} />
        </>
      )}
    </Card>
  );
}
