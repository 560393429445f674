/** A host's rules in order, a page of them at a time, and what follows after the last one. */

import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { labelOf } from '../../../../src/rules/rule.ts';
import { addressOfRule } from '../../qr/short-address.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { AfterRules } from './after-rules.ts';
import type { RuleCount } from './rule-counts.ts';
import { type RowActions, RuleRow } from './rule-row.tsx';
import { actionSentence, conditionChips, counted } from './rule-words.ts';
import type { DraftRule } from './rules-draft.ts';
import styles from './rules-list.module.css';

const perPage = 50;
/** A list as short as this needs no search. */
const fewRules = 10;

export type ListActions = {
  readonly onEdit: (draft: DraftRule) => void;
  readonly onDuplicate: (draft: DraftRule, place: number) => void;
  readonly onDelete: (draft: DraftRule, place: number) => void;
  readonly onSwitch: (draft: DraftRule, isActive: boolean) => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onQr: (address: string) => void;
};

export type Mark = 'answers' | 'passes';

export function RulesList({
  host,
  rules,
  after,
  upstreamName,
  marks,
  countOf,
  problemOf,
  warningsOf,
  actions,
}: {
  readonly host: string;
  readonly rules: readonly DraftRule[];
  readonly after: AfterRules;
  readonly upstreamName: (uuid: string) => string | undefined;
  /** By id. */
  readonly marks: ReadonlyMap<number, Mark>;
  /** Undefined: not known, or not stored yet. */
  readonly countOf: (draft: DraftRule) => RuleCount | undefined;
  readonly problemOf: (draft: DraftRule) => string | undefined;
  readonly warningsOf: (draft: DraftRule) => readonly string[];
  readonly actions: ListActions;
}) {
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(1);
  const { announced, focusOn } = useMovedFocus(rules);
  const wanted = query.toLowerCase();
  const found = rules
    .map((draft, place) => ({ draft, place }))
    .filter(({ draft, place }) => wanted === '' || textOf(draft, place).includes(wanted));
  const lastPage = Math.max(1, Math.ceil(found.length / perPage));
  const shown = Math.min(page, lastPage);
  const first = (shown - 1) * perPage;
  const rows = found.slice(first, first + perPage);
  const qrOf = ({ rule }: DraftRule): (() => void) | undefined => {
    const address = addressOfRule(host, rule);
    return address === undefined ? undefined : () => actions.onQr(address);
  };
  const actionsOf = (draft: DraftRule, place: number): RowActions => ({
    onQr: qrOf(draft),
    onEdit: () => actions.onEdit(draft),
    onDuplicate: () => actions.onDuplicate(draft, place),
    onDelete: () => {
      actions.onDelete(draft, place);
      focusOn(
        (rules[place + 1] ?? rules[place - 1])?.id,
        'name',
        `${labelOf(draft.rule, place)} was removed.`,
      );
    },
    onSwitch: (isActive) => actions.onSwitch(draft, isActive),
    onMove: (to, by) => {
      if (to < 0 || to >= rules.length) return;
      actions.onMove(place, to);
      setPage(Math.floor(to / perPage) + 1);
      const name = draft.rule.name ?? 'The rule';
      focusOn(draft.id, by ?? 'name', `${name} is now number ${to + 1} of ${rules.length}.`);
    },
    onDrop: (from, to) => {
      actions.onMove(first + from, first + to);
      focusOn(undefined, 'name', `The rule is now number ${first + to + 1} of ${rules.length}.`);
    },
  });
  return (
    <>
      {rules.length > fewRules ? (
        <div className={styles['bar']}>
          <div className={styles['filter']}>
            <SearchField
              label="Find rules"
              value={query}
              onChange={(text) => {
                setQuery(text);
                setPage(1);
              }}
            />
          </div>
          <p className={styles['count']} role="status">
            {counted(found.length, 'rule')}
            {query === '' ? '' : ' found'}
          </p>
        </div>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState title="No matching rules">No name, path or address contains “{query}”.</EmptyState>
      ) : (
        <ol className={styles['list']} aria-label="Rules">
          {rows.map(({ draft, place }) => (
            <RuleRow
              key={draft.id}
              draft={draft}
              place={place}
              count={rules.length}
              upstreamName={upstreamName}
              mark={marks.get(draft.id)}
              clicks={countOf(draft)}
              problem={problemOf(draft)}
              warnings={warningsOf(draft)}
              isMovable={query === ''}
              actions={actionsOf(draft, place)}
            />
          ))}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <Pagination page={shown} perPage={perPage} count={found.length} onChange={setPage} />
      <p className={styles['after']}>
        <AfterText after={after} />
      </p>
    </>
  );
}

function AfterText({ after: { redirect, domain } }: { readonly after: AfterRules }) {
  if (redirect === undefined || domain === undefined) return 'Then: …';
  const hasRedirect = redirect?.active === true;
  return (
    <>
      Requests that no rule answers get{' '}
      {hasRedirect ? (
        <>
          <Link to={`/redirects?edit=${redirect.uuid}`}>the redirect</Link> to {redirect.destination_url}
          {redirect.match_path === '*' ? '' : ` for ${redirect.match_path}`}
        </>
      ) : null}
      {hasRedirect && (domain !== null || redirect.match_path !== '*') ? ', then ' : ''}
      {domain ? (
        <>
          <Link to={`/domains/${domain.uuid}`}>the custom domain</Link>'s upstream
        </>
      ) : hasRedirect && redirect.match_path === '*' ? null : (
        'a 404'
      )}
      .
    </>
  );
}

/** Keeps the focus on the button of a rule that moved, and says where the rule is now. */
function useMovedFocus(rules: readonly DraftRule[]) {
  const [announced, setAnnounced] = useState('');
  const wanted = useRef('');
  useEffect(() => {
    const selector = wanted.current;
    wanted.current = '';
    if (selector !== '') document.querySelector<HTMLElement>(selector)?.focus();
  }, [rules]);
  return {
    announced,
    focusOn: (id: number | undefined, what: 'up' | 'down' | 'name', text: string): void => {
      setAnnounced(text);
      if (id === undefined) return;
      wanted.current = what === 'name' ? `#rule-${id} p button` : `#rule-${id}-${what}`;
    },
  };
}

function textOf({ rule }: DraftRule, place: number): string {
  const chips = conditionChips(rule.if).map(({ text }) => text);
  return [labelOf(rule, place), actionSentence(rule.then), ...chips].join('\n').toLowerCase();
}
