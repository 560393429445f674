/**
 * Adds a custom domain, and the upstream behind it where there is none yet. An upstream that was made counts as chosen
 * from then on: when the domain fails after it, going on makes no second one.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isWildcardHost } from '../../../../src/core/wildcard-host.ts';
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { type Upstream, upstreams as upstreamResource } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldStack, TextField } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { ReadOnlyNotice } from '../../ui/read-only-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { emptyUpstream, isUpstreamComplete } from '../upstreams/upstream-fields.tsx';
import { upstreamChoicesQuery } from '../upstreams/upstream-queries.ts';
import styles from './add-domain.module.css';
import { domainByHostQuery, keepDomain } from './domain-queries.ts';
import { hostInAddress, hostProblem, normalHost, wwwProblem } from './host-problem.ts';
import { useOffersDns } from './settings/challenge-types.ts';
import { createDomain } from './settings/change-domain.ts';
import { DomainOptions, type DomainOptionValues } from './settings/domain-options.tsx';
import { UpstreamChoice, type UpstreamChoiceValues } from './upstream-choice.tsx';

type Values = Omit<DomainOptionValues, 'challengeType'> &
  Omit<UpstreamChoiceValues, 'kind'> & {
    readonly host: string;
    /** Undefined: not chosen, so whatever suits. */
    readonly kind: UpstreamChoiceValues['kind'] | undefined;
    readonly challengeType: DomainOptionValues['challengeType'] | undefined;
  };

const initial: Values = {
  host: '',
  kind: undefined,
  upstreamUuid: '',
  upstream: emptyUpstream,
  redirectToWww: false,
  webAnalytics: 'inject',
  hstsMaxAge: 0,
  challengeType: undefined,
};

const settleMs = 400;
const domainFields = ['host', 'redirect_to_www', 'web_analytics', 'hsts_max_age', 'challenge_type'] as const;
type Failure = { readonly of: 'upstream' | 'domain'; readonly error: unknown };

export function AddDomainForm() {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const choices = useQuery(upstreamChoicesQuery(accountUuid));
  const { values, change, clear } = useDraft<Values>('domain:new', initial);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { form, failed } = useProblemFocus();
  const edit = (changed: Partial<Values>): void => {
    // The API's error was about the previous values.
    setFailure(undefined);
    change(changed);
  };

  const host = normalHost(values.host);
  const isWildcard = host !== undefined && isWildcardHost(host);
  const offersDns = useOffersDns();
  const settledHost = useSettled(host, settleMs);
  const isSettled = settledHost !== undefined && settledHost === host;
  const byHost = useQuery({ ...domainByHostQuery(accountUuid, settledHost ?? ''), enabled: isSettled }).data;
  // Until typing pauses, the result is about the previous host.
  const existing = isSettled ? byHost : undefined;
  const typedProblem = values.host === '' && !isTried ? undefined : hostProblem(values.host);
  const failureOf = (of: Failure['of']): unknown => (failure?.of === of ? failure.error : undefined);

  if (choices.error && choices.data === undefined) {
    return <FailureNotice error={choices.error} onRetry={() => void choices.refetch()} />;
  }
  if (choices.data === undefined) {
    return (
      <Card>
        <Skeleton lines={8} />
      </Card>
    );
  }
  const upstreams = choices.data.records;
  const upstream: UpstreamChoiceValues = {
    kind: upstreams.length === 0 ? 'new' : (values.kind ?? 'existing'),
    upstreamUuid: upstreams.some(({ uuid }) => uuid === values.upstreamUuid)
      ? values.upstreamUuid
      : (upstreams[0]?.uuid ?? ''),
    upstream: values.upstream,
  };

  const haveUpstream = async (): Promise<string> => {
    if (upstream.kind === 'existing') return upstream.upstreamUuid;
    const { host: serverHost, port, tls } = upstream.upstream;
    const made = await upstreamResource.create(
      { account_uuid: accountUuid },
      { host: serverHost.trim(), port: Number(port), tls },
    );
    queryClient.setQueryData(upstreamChoicesQuery(accountUuid).queryKey, (before) =>
      withUpstream(before, made),
    );
    void queryClient.invalidateQueries({ queryKey: ['upstreams'] });
    change({ kind: 'existing', upstreamUuid: made.uuid, upstream: emptyUpstream });
    return made.uuid;
  };
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    const isComplete = upstream.kind === 'existing' || isUpstreamComplete(upstream.upstream);
    if (host === undefined || existing || !isComplete) {
      failed();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    let of: Failure['of'] = 'upstream';
    try {
      const upstreamUuid = await haveUpstream();
      of = 'domain';
      const domain = await createDomain(accountUuid, upstreamUuid, {
        host,
        redirect_to_www: values.redirectToWww && wwwProblem(host) === undefined,
        web_analytics: values.webAnalytics,
        hsts_max_age: values.hstsMaxAge,
        ...(values.challengeType === undefined ? {} : { challenge_type: values.challengeType }),
      });
      clear();
      keepDomain(queryClient, domain);
      await navigate(`/domains/new?domain=${domain.uuid}`, { replace: true });
      // The form and its focus are gone: who uses a keyboard or a screen reader goes on at what took its place.
      window.scrollTo(0, 0);
      document.getElementById('content')?.focus({ preventScroll: true });
    } catch (error) {
      setFailure({ of, error });
      failed();
    } finally {
      setBusy(false);
    }
  };
  const hostFailure = failureOf('domain');
  const other = [failureOf('upstream'), failureOf('domain')].find(
    (error) => error !== undefined && !isAbout(error, 'port', ...domainFields),
  );
  return (
    <form ref={form} onSubmit={(event) => void add(event)} noValidate className={styles['form']}>
      <ReadOnlyNotice what="domains" />
      <Card title="Custom domain">
        <TextField
          label="Host"
          placeholder="shop.customer.example"
          autoFocus
          inputMode="url"
          autoCapitalize="off"
          disabled={!canWrite}
          value={values.host}
          onChange={(event) => edit({ host: hostInAddress(event.target.value) ?? event.target.value })}
          error={
            typedProblem ??
            (existing
              ? `${existing.host} is already a custom domain in this account.`
              : isAbout(hostFailure, 'host')
                ? sentenceOf(hostFailure)
                : undefined)
          }
          hint={
            existing ? (
              <Link to={`/domains/${existing.uuid}/settings`}>Go to {existing.host}</Link>
            ) : host !== undefined && host !== values.host.trim().toLowerCase() ? (
              <>
                Stored as <code>{host}</code>
              </>
            ) : (
              'The name visitors type, without https:// or a path. *.example.com stands for every host with one label before example.com.'
            )
          }
        />
      </Card>
      <Card title="Upstream">
        <FieldStack>
          <p className={styles['text']}>Your server that receives this domain's requests.</p>
          <UpstreamChoice
            upstreams={upstreams}
            values={upstream}
            onChange={edit}
            failure={failureOf('upstream')}
            showsEmpty={isTried}
          />
        </FieldStack>
      </Card>
      <Card title="Options">
        <FieldStack>
          <DomainOptions
            host={host}
            // As the API chooses.
            values={{
              ...values,
              challengeType: values.challengeType ?? (isWildcard && offersDns === true ? 'dns01' : 'http01'),
            }}
            onChange={edit}
            failure={failureOf('domain')}
            disabled={!canWrite}
          />
        </FieldStack>
      </Card>
      {other === undefined ? null : <FailureNotice error={other} />}
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" busy={isBusy} disabled={!canWrite}>
          Add domain
        </Button>
        <ButtonLink to="/domains" variant="ghost">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

function withUpstream<List extends { readonly records: readonly Upstream[] }>(
  before: List | undefined,
  made: Upstream,
): List | undefined {
  return before && { ...before, records: [...before.records, made] };
}
