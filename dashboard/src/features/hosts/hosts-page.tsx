/** The account's hosts, and a way to the rules of a new one. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { parseHostname } from '../../../../src/core/hostname.ts';
import { hosts } from '../../api/resources.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useList } from '../../ui/use-list.ts';
import { useListParams } from '../../ui/use-list-params.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { hostColumns } from './host-columns.tsx';
import styles from './hosts-page.module.css';

const pauseMs = 250;
/** Hosts to choose from while one types. */
const mostOffered = 25;
const hostSorts = ['host', '-host', 'verdict', '-verdict'] as const;

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
    hosts.list(
      { account_uuid: useAccountUuid() },
      { per_page: mostOffered, sort: 'host', ...(query === '' ? {} : { query }) },
    ),
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
  const { filterOf, setFilter } = useListParams(hostSorts);
  const hasRules = filterOf('show') === 'rules';
  const list = useList(
    hosts,
    { account_uuid: useAccountUuid() },
    { sorts: hostSorts, filters: hasRules ? { has_rules: 'true' } : {} },
  );
  const { rows, count } = list;
  const isFiltered = hasRules || list.query !== '';
  return (
    <ListCard
      list={list}
      label="Hosts"
      columns={hostColumns}
      keyOf={({ host }) => host}
      bar={
        <div className={styles['bar']}>
          <div className={styles['filter']}>
            <SearchField label="Filter hosts" value={list.query} onChange={list.setQuery} />
          </div>
          <Segmented
            label="Which hosts"
            value={hasRules ? 'rules' : 'all'}
            onChange={(which) => setFilter('show', which === 'rules' ? which : '')}
            options={[
              { value: 'all', label: 'All hosts' },
              { value: 'rules', label: 'With rules' },
            ]}
          />
          <p className={styles['count']} role="status">
            {rows === undefined ? '' : `${formatInteger(count)} ${count === 1 ? 'host' : 'hosts'}`}
          </p>
        </div>
      }
      empty={{
        title: 'No hosts yet',
        children: 'Hosts with a custom domain, a redirect or rules are listed here.',
      }}
      noMatch={
        isFiltered
          ? {
              title: 'No matching hosts',
              action: <Button onClick={list.clear}>Show all hosts</Button>,
            }
          : undefined
      }
    />
  );
}
