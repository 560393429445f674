/** What a host's requests meet once they are here: its route, its upstream, its traffic. Source: docs/reference/diagnosis.md ("Steps"). */

import type { RecentTraffic } from '../../analytics/query/recent-traffic.ts';
import { FollowedHosts } from '../../control/linked-hosts.ts';
import { rulesIn } from '../../control/rules-text.ts';
import type { ControlStore } from '../../control/store.ts';
import type { CheckUpstream, TargetHealth } from '../../core/upstream-health.ts';
import { parseUrl } from '../../core/url.ts';
import { CompiledRules } from '../../rules/compile-rules.ts';
import { endsInCircle, firstAnswer, type RedirectionOf } from '../../rules/follow-redirects.ts';
import { OtherHosts } from '../../rules/other-hosts.ts';
import type { Rule } from '../../rules/rule.ts';
import { sampleRequest } from '../../rules/sample-request.ts';
import { Steps } from '../../rules/steps.ts';
import { HostRulesStore } from '../rules/host-rules-store.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';
import type { ServedHost } from './served-host.ts';
import { failed, ok, type StepOutcome, skipped } from './step.ts';

/** Longer lists take too long to read here. */
const maxRules = 1_000;
const maxBytes = 64 * 1024;
/** As a finding opens. */
const fewestTried = 20;
const tolerableShare = 0.1;

export async function judgeRoute(
  served: ServedHost,
  store: ControlStore,
  accountUuid: string,
  now: number,
): Promise<StepOutcome> {
  const { host, isClaimed, domain, redirect } = served;
  const hostRules = new HostRulesStore(store);
  if (!isClaimed)
    return domain
      ? failed('ownership_unproven', `${host} belongs to another account, or did until recently.`)
      : skipped('not_yours', 'The account does not have the host.');
  const rules = served.rules > maxRules ? [] : shortRules((await hostRules.find(accountUuid, host))?.json);
  const decided = await judgeRedirects(host, rules, hostRules, accountUuid, now);
  if (decided) return decided;
  if (domain?.maintenance) return failed('maintenance', `${host} is under maintenance.`);
  if (domain) {
    const upstream = await new Upstreams(store).findRoute(accountUuid, domain.upstreamUuid);
    return upstream?.maintenance
      ? failed('maintenance', `The upstream of ${host} is under maintenance.`)
      : ok(`It is proxied to ${upstream?.host ?? 'its upstream'}.`);
  }
  if (redirect && !redirect.active && served.rules === 0)
    return failed('redirect_paused', `The redirect of ${host} is paused.`);
  if (redirect?.active) return ok(`It is redirected to ${redirect.destinationUrl}.`);
  return served.rules > 0
    ? ok('Its rules decide.')
    : failed('nothing_served', `There is nothing on ${host}.`);
}

/** What rules and the redirect do with a request for `/`; undefined: what follows them decides. */
async function judgeRedirects(
  host: string,
  rules: readonly Rule[],
  hostRules: HostRulesStore,
  accountUuid: string,
  now: number,
): Promise<StepOutcome | undefined> {
  const followed = new FollowedHosts(host, rules);
  await hostRules.followLinks(accountUuid, host, async (hosts) =>
    followed.add(
      hosts.map(({ host: named, json, redirect }) => ({ host: named, redirect, json: short(json) })),
    ),
  );
  const linked = new OtherHosts(followed.hosts);
  const compiled = CompiledRules.of(rules);
  const redirectionOf: RedirectionOf = (asked, request, steps) => {
    const rule = asked === host ? firstAnswer(compiled, request, steps) : undefined;
    return rule && rule.kind.ending !== 'hands_over'
      ? rule.redirection(request)
      : linked.redirectionOf(asked, request, steps);
  };
  const origin = `https://${host}`;
  const request = { ...sampleRequest({}, now, undefined, origin), path: '/', visitorShare: 50 };
  const rule = firstAnswer(compiled, request);
  if (rule && 'block' in rule.rule.then)
    return failed(
      'rule_blocks',
      `Rule ${rule.rule.name ?? `#${rule.index + 1}`} of ${host} blocks every visitor.`,
    );
  const first = redirectionOf(host, request, new Steps());
  if (first && endsInCircle(origin, request, first, redirectionOf))
    return failed('redirect_circle', `${host} redirects in a circle, by way of ${first.location}.`);
  if (rule && rule.kind.ending === 'answers')
    return ok(first ? `A rule redirects it to ${first.location}.` : 'A rule answers it.');
  return undefined;
}

function short(json: Uint8Array | undefined): Uint8Array | undefined {
  return json && json.length <= maxBytes ? json : undefined;
}

function shortRules(json: Uint8Array | undefined): readonly Rule[] {
  const text = short(json);
  return text ? rulesIn(text) : [];
}

export async function judgeUpstream(
  { host, isClaimed, domain, redirect }: ServedHost,
  upstreams: Upstreams,
  check: CheckUpstream,
  accountUuid: string,
): Promise<StepOutcome> {
  if (!isClaimed) return skipped('not_yours', 'The account does not have the host.');
  if (!domain) return ok(redirect ? 'A redirect has no upstream.' : 'The host has no upstream of its own.');
  const upstream = await upstreams.findRoute(accountUuid, domain.upstreamUuid);
  if (!upstream) return ok('The host has no upstream any more.');
  if (domain.maintenance || upstream.maintenance) return ok('Under maintenance it gets no requests.');
  const targets = await check(upstream, host);
  const outcomes = targets.map((target) => judgeTarget(host, target));
  // One target that works is enough.
  return (
    outcomes.find(({ state }) => state === 'ok') ?? outcomes[0] ?? ok('The upstream has no place to ask.')
  );
}

function judgeTarget(host: string, target: TargetHealth): StepOutcome {
  const { status, failure, detail, location = '', durationMs } = target;
  const place = `${target.host}:${target.port}`;
  const because = detail === '' ? '.' : `: ${detail}.`;
  switch (failure) {
    case null:
      break;
    case 'refused':
    case 'unreachable':
      return failed('upstream_refuses', `The upstream ${place} refuses connections.`);
    case 'connect_timeout':
    case 'response_timeout':
      return failed('upstream_silent', `The upstream ${place} doesn't answer within 5 s.`);
    case 'not_found':
      return failed('upstream_not_found', `The name of the upstream ${place} has no address.`);
    case 'address_refused':
      return failed('upstream_address_refused', `The upstream ${place} may not be connected to${because}`);
    case 'tls':
      if (/expired/i.test(detail))
        return failed(
          'upstream_certificate_expired',
          `The certificate of the upstream ${place} has expired.`,
        );
      if (/altname|hostname|does not match/i.test(detail))
        return failed('upstream_tls_name', `The certificate of the upstream ${place} is for another name.`);
      return failed('upstream_tls', `TLS with the upstream ${place} fails${because}`);
    case 'token_unreadable':
    case 'client_key_unreadable':
      return failed(
        'upstream_secret_unreadable',
        `The secret for the upstream ${place} can't be decrypted here.`,
      );
    default:
      return failed('upstream_breaks_off', `The upstream ${place} breaks off its answer${because}`);
  }
  if (status !== null && status >= 500)
    return failed('upstream_5xx', `The upstream ${place} answers ${status}.`);
  const target3xx =
    status !== null && status >= 300 && status < 400 ? parseUrl(location, `https://${host}/`) : undefined;
  if (target3xx && target3xx.href === `https://${host}/`)
    return failed(
      'upstream_redirects_to_itself',
      `The upstream ${place} redirects https://${host}/ to itself.`,
    );
  return ok(`${place} answers ${status} after ${Math.round(durationMs)} ms.`);
}

export function judgeTraffic({ isClaimed }: ServedHost, traffic: RecentTraffic | undefined): StepOutcome {
  if (!isClaimed) return skipped('not_yours', 'The account does not have the host.');
  if (!traffic) return skipped('traffic_unknown', 'The analytics store could not be asked.');
  const { requests, tried, failed: failures } = traffic;
  if (tried >= fewestTried && failures > tried * tolerableShare)
    return failed(
      'upstream_errors',
      `${failures} of the ${tried} requests of the last 10 minutes that the upstream was asked for failed.`,
    );
  return ok(`There were ${requests} requests in the last 10 minutes.`);
}
