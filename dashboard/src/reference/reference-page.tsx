/**
 * The API reference at `/docs`, made from the service's own OpenAPI document. It needs no session: requests carry the
 * token entered here, which stays in memory, or are the session's if there is one. The fragment of the address names the operation shown.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Logo } from '../layout/logo.tsx';
import { ThemeSwitch } from '../layout/theme-switch.tsx';
import { type AnySession, sessionQuery } from '../session/session.ts';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type ApiDocument, groupByTag, searchOperations } from './api-document.ts';
import { InlineText, MarkedText } from './marked-text.tsx';
import { MethodLabel } from './method-label.tsx';
import { OperationPage } from './operation-page.tsx';
import styles from './reference-page.module.css';

const documentPath = '/openapi.json';

export function ReferencePage() {
  const { data, isError } = useQuery({ queryKey: ['openapi'], queryFn: loadDocument });
  if (isError)
    return <Notice tone="danger">The service did not answer {documentPath}. Reload the page.</Notice>;
  return data ? <Reference document={data} /> : <Skeleton lines={6} />;
}

async function loadDocument(): Promise<ApiDocument> {
  const answer = await fetch(documentPath);
  if (!answer.ok) throw new Error(`${documentPath} answered ${answer.status}`);
  return answer.json();
}

function Reference({ document }: { readonly document: ApiDocument }) {
  const [search, setSearch] = useState('');
  const [token, setToken] = useState('');
  const { data: session } = useQuery(sessionQuery);
  const shownId = useFragment();
  const main = useRef<HTMLElement>(null);
  const groups = groupByTag(document);
  const found = searchOperations(groups, search);
  const shown = groups
    .flatMap(({ operations }) => operations)
    .find(({ operationId }) => operationId === shownId);
  const openTag = shown?.tags[0] ?? groups[0]?.name;
  useEffect(() => {
    // Without it a keyboard or a screen reader stays in the list.
    if (shownId !== '') main.current?.focus();
    window.scrollTo(0, 0);
  }, [shownId]);
  return (
    <div className={styles['reference']}>
      <header className={styles['side']}>
        <div className={styles['brand']}>
          <a href="/">
            <Logo />
            Nameplate
          </a>
          <ThemeSwitch />
        </div>
        <SearchField label="Search the API" value={search} onChange={setSearch} />
        <TextField
          label="Access token"
          {...(session ? { optional: true, hint: sentAs(session) } : {})}
          type="password"
          value={token}
          placeholder="np_…"
          onChange={({ target }) => setToken(target.value.trim())}
        />
        <nav aria-label="Operations" className={styles['nav']}>
          {found.map(({ name, operations }) => (
            <details key={name} open={search !== '' || name === openTag}>
              <summary>{name}</summary>
              <ul>
                {operations.map(({ operationId, summary, method }) => (
                  <li key={operationId}>
                    <a href={`#${operationId}`} aria-current={operationId === shownId ? 'page' : undefined}>
                      {summary}
                      <MethodLabel method={method} />
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
          {found.length === 0 ? <p>No operation matches.</p> : null}
        </nav>
      </header>
      <main ref={main} tabIndex={-1} className={styles['main']}>
        {shown ? (
          <OperationPage key={shown.operationId} document={document} operation={shown} token={token} />
        ) : (
          <Overview document={document} />
        )}
      </main>
    </div>
  );
}

function Overview({ document: api }: { readonly document: ApiDocument }) {
  useEffect(() => {
    document.title = api.info.title;
  }, [api]);
  return (
    <article className={styles['overview']}>
      <h1>{api.info.title}</h1>
      <p>
        Version {api.info.version} · <a href={documentPath}>OpenAPI document</a>
      </p>
      <MarkedText text={api.info.description} />
      <dl>
        {groupByTag(api).map(({ name, description, operations }) => (
          <div key={name}>
            <dt>
              <a href={`#${operations[0]?.operationId}`}>{name}</a>
            </dt>
            <dd>
              <InlineText text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** Whose requests they are without a token. */
function sentAs({ user, token, account }: AnySession): string {
  const name = user?.email ?? (token?.name === '' ? 'your session' : token?.name) ?? 'your session';
  return `You're signed in: without a token, requests are sent as ${name}${account ? `, in ${account.name}` : ''}.`;
}

/** What follows the `#` of the address; empty without one. */
function useFragment(): string {
  return useSyncExternalStore(onFragmentChange, () => location.hash.slice(1));
}

function onFragmentChange(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
