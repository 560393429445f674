/** What AI crawlers get of a custom domain, and whether its robots.txt asks them to stay away. */
import { isAbout, sentenceOf } from '../../../api/api-error.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { CheckField } from '../../../ui/field.tsx';
import styles from './domain-options.module.css';

export type AiCrawlersValues = {
  readonly aiCrawlers: 'allow' | 'block' | 'payment_required';
  readonly aiCrawlersRobotsTxt: boolean;
};

const modes = [
  { value: 'allow', label: 'Allow', hint: 'Served like other visitors.' },
  { value: 'block', label: 'Block', hint: 'They get an error, 403 Forbidden.' },
  {
    value: 'payment_required',
    label: 'Ask for payment',
    hint: 'They get an error, 402 Payment Required. Choose this if you sell access.',
  },
] as const;

export function AiCrawlersFields({
  values,
  onChange,
  failure,
  disabled,
}: {
  readonly values: AiCrawlersValues;
  readonly onChange: (change: Partial<AiCrawlersValues>) => void;
  /** Of the last attempt to save. */
  readonly failure: unknown;
  readonly disabled: boolean;
}) {
  const errorOf = (parameter: string): string | undefined =>
    isAbout(failure, parameter) ? sentenceOf(failure) : undefined;
  return (
    <>
      <ChoiceField
        label="AI crawlers"
        value={values.aiCrawlers}
        options={modes}
        onChange={(aiCrawlers) => onChange({ aiCrawlers })}
        error={errorOf('ai_crawlers')}
        disabled={disabled}
      />
      <div>
        <CheckField
          label="Ask AI crawlers in robots.txt to stay away"
          hint="Adds a group for them to your server’s robots.txt and keeps its own rules. Not all crawlers follow it."
          checked={values.aiCrawlersRobotsTxt}
          disabled={disabled}
          onChange={(event) => onChange({ aiCrawlersRobotsTxt: event.target.checked })}
        />
        {errorOf('ai_crawlers_robots_txt') === undefined ? null : (
          <p role="alert" className={styles['error']}>
            {errorOf('ai_crawlers_robots_txt')}
          </p>
        )}
      </div>
    </>
  );
}
