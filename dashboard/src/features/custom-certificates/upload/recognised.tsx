/** What was found in the files: a certificate, its intermediates, a key – and what is still missing. */
import { Check, CircleDashed, KeyRound, Link2, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate, formatRelative } from '../../../format/dates.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { validityOf } from '../expiry.ts';
import { type Found, type FoundCertificate, leafOf } from './read-pem.ts';
import styles from './upload.module.css';

export function Recognised({
  found,
  certificateProblem,
  keyProblem,
  onForget,
}: {
  readonly found: Found;
  readonly certificateProblem: string | undefined;
  readonly keyProblem: string | undefined;
  readonly onForget: () => void;
}) {
  const { certificates, keys } = found;
  const leaf = leafOf(certificates);
  const others = certificates.filter((one) => one !== leaf);
  const [key] = keys;
  return (
    <section aria-label="Recognized">
      <ul className={styles['parts']} aria-live="polite">
        <Item
          title="Certificate"
          icon={leaf ? <Check size={15} /> : <CircleDashed size={15} />}
          isThere={leaf !== undefined}
          problem={certificateProblem}
        >
          {leaf ? <Leaf certificate={leaf} /> : 'missing'}
        </Item>
        {leaf ? (
          <Item title="Intermediates" icon={<Link2 size={15} />} isThere={others.length > 0}>
            {others.length === 0
              ? 'none: some clients miss them, unless the certificate is by a private authority'
              : others.map(({ summary }) => summary?.subject ?? 'unreadable').join(', ')}
          </Item>
        ) : null}
        <Item
          title="Private key"
          icon={key ? <KeyRound size={15} /> : <CircleDashed size={15} />}
          isThere={key !== undefined}
          problem={keyProblem}
        >
          {key ? `${key.kind === '' ? '' : `${key.kind}, `}from ${key.source}. It is not shown.` : 'missing'}
        </Item>
      </ul>
      {certificates.length + keys.length > 0 ? (
        <Button size="s" variant="ghost" icon={<RotateCcw size={14} aria-hidden />} onClick={onForget}>
          Start over
        </Button>
      ) : null}
    </section>
  );
}

function Leaf({ certificate: { summary, source } }: { readonly certificate: FoundCertificate }) {
  if (!summary) return <>from {source}; it cannot be read here</>;
  const { names, issuer, notBefore, expiresAt, keyKind } = summary;
  const { tone } = validityOf({ not_before: notBefore, expires_at: expiresAt });
  return (
    <>
      <span className={styles['names']}>
        {names.slice(0, 3).join(', ')}
        {names.length > 3 ? ` and ${formatInteger(names.length - 3)} more` : ''}
        {names.length === 0 ? `${summary.subject} (no DNS names)` : ''}
      </span>
      <span className={styles['detail']}>
        {keyKind} · by {issuer} · <span data-tone={tone}>expires {formatRelative(expiresAt)}</span>,{' '}
        {formatDate(expiresAt)}
      </span>
    </>
  );
}

function Item({
  title,
  icon,
  isThere,
  problem,
  children,
}: {
  readonly title: string;
  readonly icon: ReactNode;
  readonly isThere: boolean;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <li
      className={styles['part']}
      data-there={isThere || undefined}
      data-problem={problem !== undefined || undefined}
    >
      <span className={styles['icon']} aria-hidden>
        {icon}
      </span>
      <div className={styles['text']}>
        <h3 className={styles['title']}>{title}</h3>
        <div className={styles['value']}>{children}</div>
        {problem === undefined ? null : (
          <p role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
      </div>
    </li>
  );
}
