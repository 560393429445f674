/** What can be changed about a custom domain. What was typed outlives leaving the page, until it is saved. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isAbout, sentenceOf } from '../../../api/api-error.ts';
import { useAccountUuid, useCanWrite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField, FieldStack, SelectField, TextField } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { ReadOnlyNotice } from '../../../ui/read-only-notice.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useProblemFocus } from '../../../ui/use-problem-focus.ts';
import { type CustomDomain, keepDomain } from '../domain-queries.ts';
import { hostProblem, normalHost } from '../host-problem.ts';
import { AiCrawlersFields } from './ai-crawlers-fields.tsx';
import { updateDomain } from './change-domain.ts';
import { DomainOptions } from './domain-options.tsx';
import { MeasureFields } from './measure-fields.tsx';
import { MetadataFields } from './metadata-fields.tsx';
import { hasKeyProblem } from './metadata-rows.ts';
import styles from './settings.module.css';
import { changeBetween, type SettingsValues, settingsOf } from './settings-values.ts';
import { TrackerSnippet } from './tracker-snippet.tsx';
import { VisitorTlsFields } from './visitor-tls-fields.tsx';

const fields = [
  'host',
  'redirect_to_www',
  'web_analytics',
  'engagement',
  'web_vitals',
  'referrer_paths',
  'hsts_max_age',
  'tls_min_version',
  'tls_client_ca',
  'challenge_type',
  'time_zone',
  'ai_crawlers',
  'ai_crawlers_robots_txt',
  'external_id',
  'metadata',
] as const;

/** Give it the domain's `updated_at` as key: its fields begin with what is stored. */
export function SettingsForm({ domain }: { readonly domain: CustomDomain }) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const toast = useToast();
  const stored = settingsOf(domain);
  const draft = useDraft<SettingsValues>(`domain:${domain.uuid}`, stored);
  const { values } = draft;
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const { form, failed } = useProblemFocus();
  const edit = (changed: Partial<SettingsValues>): void => {
    // The API's error was about the previous values.
    setFailure(undefined);
    draft.change(changed);
  };
  const change = changeBetween(stored, values);
  const isChanged = Object.keys(change).length > 0;
  const typedProblem = values.host === stored.host ? undefined : hostProblem(values.host);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    setFailure(undefined);
    try {
      const saved = await updateDomain(accountUuid, domain, change);
      draft.clear();
      keepDomain(queryClient, saved);
      toast.done('Settings saved');
    } catch (error) {
      setFailure(error);
      failed();
    } finally {
      setSaving(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <FieldStack>
        <ReadOnlyNotice what="settings" />
        <div className={styles['narrow']}>
          <TextField
            label="Host"
            value={values.host}
            disabled={!canWrite}
            inputMode="url"
            autoCapitalize="off"
            onChange={(event) => edit({ host: event.target.value })}
            error={typedProblem ?? (isAbout(failure, 'host') ? sentenceOf(failure) : undefined)}
            hint={
              values.host === stored.host
                ? undefined
                : 'A new host needs its own DNS records and certificate. The analytics are kept.'
            }
          />
        </div>
        <DomainOptions
          host={normalHost(values.host)}
          values={values}
          onChange={edit}
          failure={failure}
          disabled={!canWrite}
          aboutAnalytics={
            <>
              {values.webAnalytics === 'manual' ? <TrackerSnippet switches={values} /> : null}
              <MeasureFields
                values={values}
                hasTracker={values.webAnalytics !== 'off'}
                onChange={edit}
                failure={failure}
                disabled={!canWrite}
              />
            </>
          }
        />
        <VisitorTlsFields values={values} onChange={edit} failure={failure} disabled={!canWrite} />
        <AiCrawlersFields values={values} onChange={edit} failure={failure} disabled={!canWrite} />
        <div className={styles['narrow']}>
          <SelectField
            label="Time zone"
            value={values.timeZone}
            options={timeZoneOptions(stored.timeZone)}
            disabled={!canWrite}
            onChange={(timeZone) => edit({ timeZone })}
            error={isAbout(failure, 'time_zone') ? sentenceOf(failure) : undefined}
            hint="Used for days and hours on the analytics pages. The API's reports stay in UTC."
          />
        </div>
        <div className={styles['narrow']}>
          <TextField
            label="External id"
            optional
            value={values.externalId}
            disabled={!canWrite}
            maxLength={255}
            autoCapitalize="off"
            onChange={(event) => edit({ externalId: event.target.value })}
            error={isAbout(failure, 'external_id') ? sentenceOf(failure) : undefined}
            hint="Your own id for this domain or its customer. Searchable in the domain list."
          />
        </div>
        <MetadataFields
          rows={values.metadata}
          onChange={(metadata) => edit({ metadata })}
          error={isAbout(failure, 'metadata') ? sentenceOf(failure) : undefined}
          disabled={!canWrite}
        />
        <CheckField
          label="Maintenance"
          hint="Visitors get a 503 page instead of your server. Redirects and rules that answer on their own still apply."
          checked={values.maintenance}
          disabled={!canWrite}
          onChange={(event) => edit({ maintenance: event.target.checked })}
        />
        {failure === undefined || isAbout(failure, ...fields) ? null : <FailureNotice error={failure} />}
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="primary"
            busy={isSaving}
            disabled={!canWrite || !isChanged || typedProblem !== undefined || hasKeyProblem(values.metadata)}
          >
            Save changes
          </Button>
          {isChanged ? (
            <Button
              variant="ghost"
              onClick={() => {
                draft.clear();
                setFailure(undefined);
              }}
            >
              Undo
            </Button>
          ) : null}
        </div>
      </FieldStack>
    </form>
  );
}

/** All time zones the browser knows, plus the stored one. */
function timeZoneOptions(stored: string): readonly { readonly value: string; readonly label: string }[] {
  const names = new Set(['UTC', stored, ...Intl.supportedValuesOf('timeZone')]);
  return [...names].map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
