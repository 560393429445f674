/** What stands in place of the numbers until a domain has its first visitor: how visitors get counted, and what is missing. */
import { Activity, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { dnsSentence } from '../../custom-domains/dns-sentence.ts';
import type { CustomDomain } from '../../custom-domains/domain-queries.ts';
import { isConnected } from '../../custom-domains/is-connected.ts';
import { siteOrigin } from '../../custom-domains/site-address.ts';
import styles from './no-visitors-yet.module.css';

/** Source: docs/reference/tracker.md ("How it gets into a page"). */
const ownSnippet = '<script defer src="/.nameplate/script.js"></script>';

export function NoVisitorsYet({ domain }: { readonly domain: CustomDomain }) {
  const settings = `/domains/${domain.uuid}/settings`;
  if (domain.web_analytics === 'off') {
    return (
      <Card>
        <EmptyState
          icon={<Activity size={20} />}
          title="Web analytics is off"
          action={<ButtonLink to={settings}>Open settings</ButtonLink>}
        >
          Visitors to {domain.host} aren't counted. Requests are; see the Requests tab.
        </EmptyState>
      </Card>
    );
  }
  const isServed = isConnected(domain);
  const origin = siteOrigin(domain);
  const foreignSnippet = `<script defer src="${location.origin}/.nameplate/script.js" data-domain="${domain.host}"></script>`;
  return (
    <Card>
      <EmptyState icon={<Activity size={20} />} title="Waiting for the first visitor">
        Views appear here about two seconds after they happen. This page updates every few seconds.
      </EmptyState>
      <ol className={styles['steps']}>
        <Step isDone={isServed} title={isServed ? `${domain.host} points here` : `Point ${domain.host} here`}>
          {dnsSentence(domain)}{' '}
          {isServed ? null : (
            <ButtonLink size="s" to={settings}>
              Show the records
            </ButtonLink>
          )}
        </Step>
        {domain.web_analytics === 'inject' ? (
          <Step isDone title="The script is added to its pages">
            Nameplate adds it to every HTML page served through this domain. You don’t have to change
            anything.
          </Step>
        ) : (
          <Step isDone={false} title="Add the script to its pages">
            Add this to the head of each page:
            <Snippet text={ownSnippet} />
          </Step>
        )}
        <Step isDone={false} title="Open one of its pages">
          {origin === undefined ? (
            domain.host
          ) : (
            <a href={`${origin}/`} target="_blank" rel="noopener">
              {domain.host}
            </a>
          )}{' '}
          in a browser without Do Not Track.
        </Step>
      </ol>
      <details className={styles['more']}>
        <summary>Count pages served elsewhere</summary>
        <p>Add this to those pages. The API needs TLS in front of it:</p>
        <Snippet text={foreignSnippet} />
      </details>
    </Card>
  );
}

function Step({
  isDone,
  title,
  children,
}: {
  readonly isDone: boolean;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className={styles['step']} data-done={isDone || undefined}>
      <Icon size={20} aria-label={isDone ? 'Done' : 'To do'} className={styles['mark']} />
      <div className={styles['body']}>
        <h2 className={styles['title']}>{title}</h2>
        <div className={styles['text']}>{children}</div>
      </div>
    </li>
  );
}

function Snippet({ text }: { readonly text: string }) {
  return (
    <div className={styles['snippet']}>
      <code>{text}</code>
      <CopyButton text={text} label="Copy the snippet" />
    </div>
  );
}
