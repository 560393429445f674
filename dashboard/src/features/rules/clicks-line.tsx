/** What became of a host's requests in the last days, above its rules. */
import { Link } from 'react-router';
import { formatInteger } from '../../format/numbers.ts';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './clicks-line.module.css';
import { type Span, spans } from './host-query.ts';
import type { RuleClicks } from './rule-counts.ts';
import { counted } from './rule-words.ts';

export function ClicksLine({
  host,
  clicks: { requests, unmatched, byName },
  span,
  onSpan,
}: {
  readonly host: string;
  readonly clicks: RuleClicks;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}) {
  let byRules = 0;
  for (const count of byName.values()) byRules += count;
  return (
    <div className={styles['line']}>
      <p>
        {counted(requests, 'request')}, {formatInteger(byRules)} answered by rules,{' '}
        <Link to={`/rules/${host}/unmatched`}>{formatInteger(unmatched)} not found</Link>.{' '}
        <Link to={`/rules/${host}/requests`}>Newest requests</Link>
      </p>
      <Segmented label="Requests of the last" value={span} onChange={onSpan} options={spans} />
    </div>
  );
}
