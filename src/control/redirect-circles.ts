/**
 * Finds redirects that lead in a circle, alone or with other hosts of the account. Source: docs/reference/redirects.md ("Circles").
 */
import { compileRedirect } from '../core/redirect-route.ts';
import type { Redirect } from '../resources/redirect.ts';
import { OtherHosts } from '../rules/other-hosts.ts';
import { circleOf } from '../rules/redirect-circle.ts';
import { maxCost, Steps } from '../rules/steps.ts';
import type { ControlDatabase } from './database.ts';
import { FollowedHosts, followHosts, type LinkedHost, maxHosts } from './linked-hosts.ts';

/** Read and compiled in some ten milliseconds. */
const maxRulesBytes = 128 * 1024;
/** A twentieth of a second. */
const maxCircleSteps = 50 * maxCost;

/**
 * What to warn of, in the order of the redirects, which are taken as they are given, whatever is stored on their hosts. Looks at the rules of their
 * hosts and at up to 100 other hosts.
 */
export async function findCircles(
  database: Pick<ControlDatabase, 'queries' | 'kind'>,
  accountUuid: string,
  redirects: readonly Redirect[],
  nowMs: number,
): Promise<(string | undefined)[]> {
  const given = new Map<string, LinkedHost>();
  for (const redirect of redirects) {
    const host = redirect.sourceHost;
    given.set(host, {
      host,
      json: undefined,
      redirect: redirect.active ? compileRedirect(redirect) : undefined,
    });
  }
  const followed = new FollowedHosts('', []);
  let isFirst = true;
  const bounds = { hosts: given.size + maxHosts, rulesBytes: maxRulesBytes };
  await followHosts(database, accountUuid, [...given.keys()], bounds, async (linked) => {
    if (!isFirst) return followed.add(linked);
    isFirst = false;
    const rules = new Map(linked.map(({ host, json }) => [host, json]));
    return followed.add(
      [...given.values()].map(({ host, redirect }) => ({ host, json: rules.get(host), redirect })),
    );
  });
  const hosts = new OtherHosts(followed.hosts);
  const steps = new Steps(maxCircleSteps);
  return redirects.map((redirect) =>
    redirect.active ? circleOf(redirect, hosts.redirectionOf, nowMs, steps) : undefined,
  );
}
