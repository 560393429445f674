/** "A request for X goes to Y with 301", computed while one types, for a path that one can change. */
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, CircleAlert, CirclePause, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { parseHostname } from '../../../../src/core/hostname.ts';
import { parseDestination } from '../../../../src/core/redirect-location.ts';
import { useAccountUuid } from '../../session/session.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { type Preview, previewOf, sampleFor } from './preview.ts';
import styles from './redirect-preview.module.css';
import type { RedirectValues } from './redirect-values.ts';
import { type Way, wayQuery } from './way-query.ts';

const pauseMs = 350;

export function RedirectPreview({
  values,
  editedUuid,
}: {
  readonly values: RedirectValues;
  readonly editedUuid: string | undefined;
}) {
  const id = useId();
  const [own, setOwn] = useState<string>();
  const sample = own ?? sampleFor(values.match_path);
  const { redirects, ruled } = useWay(values, editedUuid);
  const preview = previewOf(values, sample, redirects, ruled);
  const host = parseHostname(values.source_host);
  return (
    <section className={styles['preview']} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={styles['title']}>
        Preview
      </h3>
      <label htmlFor={id} className={styles['label']}>
        A request for
      </label>
      <span className={styles['request']}>
        <span className={styles['origin']}>https://{host.ok ? host.host : '…'}</span>
        <input
          id={id}
          className={styles['sample']}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={sample}
          aria-label="Request path"
          onChange={(event) => setOwn(event.target.value)}
        />
      </span>
      <div className={styles['outcome']} role="status" aria-label="Where the request goes">
        <Outcome preview={preview} isActive={values.active} pattern={values.match_path} />
      </div>
      {own === undefined ? (
        <p className={styles['hint']}>Edit the path to try others.</p>
      ) : (
        <button type="button" className={styles['reset']} onClick={() => setOwn(undefined)}>
          Reset the path
        </button>
      )}
    </section>
  );
}

function Outcome({
  preview,
  isActive,
  pattern,
}: {
  readonly preview: Preview;
  readonly isActive: boolean;
  readonly pattern: string;
}) {
  if (preview.kind === 'incomplete') {
    return <p className={styles['waiting']}>Enter a host and a destination to see where requests go.</p>;
  }
  if (preview.kind === 'unmatched') {
    return (
      <Remark tone="warning" icon={<CircleAlert size={16} aria-hidden />}>
        does not match <code>{pattern}</code>. The host's custom domain answers it if there is one; otherwise
        it gets a 404.
      </Remark>
    );
  }
  return (
    <>
      <p className={styles['sentence']}>
        <ArrowDown size={15} aria-hidden />
        goes to
      </p>
      <p className={styles['location']}>
        {preview.parts.map((part, index) => (
          // The pieces have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={styles[part.from]} title={partTitles[part.from]}>
            {part.text}
          </span>
        ))}
      </p>
      <p className={styles['sentence']}>
        with <code className={styles['status']}>{preview.status}</code>
        {preview.status === 301 ? 'Moved Permanently' : 'Found'}
      </p>
      {preview.loop === 'self' ? (
        <Remark tone="danger" icon={<TriangleAlert size={16} aria-hidden />}>
          That is the requested address itself, so the redirect doesn't apply. The host's custom domain
          answers it if there is one; otherwise it gets a 404.
        </Remark>
      ) : preview.loop === 'others' ? (
        <Remark tone="danger" icon={<TriangleAlert size={16} aria-hidden />}>
          That address redirects back here, so browsers give up with “too many redirects”.
        </Remark>
      ) : preview.further.length > 0 ? (
        <Remark tone="info" icon={<CircleAlert size={16} aria-hidden />}>
          That host is redirected too. The visitor is sent on to{' '}
          <span className={styles['end']}>{preview.further.at(-1)}</span>
        </Remark>
      ) : null}
      {preview.rulesOf === undefined ? null : (
        <Remark tone="info" icon={<CircleAlert size={16} aria-hidden />}>
          {preview.rulesOf} has rules, which apply before its redirect. They may lead elsewhere.
        </Remark>
      )}
      {isActive ? null : (
        <Remark tone="info" icon={<CirclePause size={16} aria-hidden />}>
          Not while the redirect is paused.
        </Remark>
      )}
    </>
  );
}

const partTitles = {
  destination: 'From the destination',
  path: 'The path of the request',
  query: 'The query of the request',
};

function Remark({
  tone,
  icon,
  children,
}: {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <p className={styles['remark']} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </p>
  );
}

const unknownWay: Way = { redirects: [], ruled: [] };

/** What the account's hosts do that the destination leads to, one after the other: together they can make a circle. */
function useWay(values: RedirectValues, editedUuid: string | undefined): Way {
  const accountUuid = useAccountUuid();
  const own = parseHostname(values.source_host);
  const destination = parseDestination(values.destination_url.trim());
  const first = destination.ok ? parseHostname(destination.destination.hostname) : undefined;
  const start = useSettled(`${own.ok ? own.host : ''} ${first?.ok === true ? first.host : ''}`, pauseMs);
  const [host = '', next = ''] = start.split(' ');
  const { data } = useQuery({
    ...wayQuery(accountUuid, host, next, editedUuid),
    enabled: next !== '',
    staleTime: 60_000,
  });
  return data ?? unknownWay;
}
