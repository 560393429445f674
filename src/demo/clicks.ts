/**
 * Clicks on hosts that only lead elsewhere: on redirects, and on short links that rules answer. Source: docs/guides/demo.md
 * ("What is in it").
 */
import { noRowDetails, type RequestRow } from '../analytics/engine/request-row.ts';
import type { Rule } from '../rules/rule.ts';
import type { Random } from './random.ts';
import { detailsOfView } from './request-details.ts';
import type { View } from './visits.ts';

/** A redirect of the demo. */
export type DemoRedirect = { readonly uuid: string; readonly host: string; readonly status: 301 | 302 };

export type DemoLinks = {
  /** Hosts that only redirect to the site. */
  readonly redirects: readonly DemoRedirect[];
  /** The redirect of what moved on the site itself. */
  readonly movedUuid: string;
  /** A host that has only rules. */
  readonly short: { readonly uuid: string; readonly host: string } | undefined;
};

/** Shares: of visits that come by a redirect, and by a short link. */
const [redirectShare, shortShare] = [0.09, 0.12];

type ShortLink = Pick<RequestRow, 'path' | 'status' | 'rule' | 'target' | 'failure'>;

/** Of the short links' host; the last of them answers AI crawlers only. */
export function shortLinkRules(site: string): readonly Rule[] {
  const to = (path: string) => ({
    redirect: { to: `https://${site}${path}`, status: 302 as const, query: true },
  });
  return [
    { name: 'Sale', active: true, if: { path: '/sale' }, then: to('/sale') },
    { name: 'Test ride A', active: true, if: { path: '/ride', share: 50 }, then: to('/bikes/gravel') },
    { name: 'Test ride B', active: true, if: { path: '/ride' }, then: to('/bikes/city') },
    { active: true, if: { path: '/n/:issue' }, then: to('/guides/fit?issue=:issue') },
    { name: 'AI crawlers', active: true, if: { bots: ['ai'] }, then: { block: {} } },
  ];
}

/** Makes the clicks of one site's visitors. */
export class Clicks {
  readonly #site: string;
  readonly #links: DemoLinks;
  readonly #random: Random;

  constructor(site: string, links: DemoLinks, random: Random) {
    this.#site = site;
    this.#links = links;
    this.#random = random;
  }

  /** Those just before a visit's first page. */
  *before({ row, isFirst }: View): Generator<RequestRow> {
    if (!isFirst) return;
    const random = this.#random;
    const { redirects, short } = this.#links;
    const redirect = redirects[random.below(redirects.length)];
    if (redirect && random.chance(redirectShare)) {
      yield {
        ...this.#row(row.time - 300, redirect.uuid),
        ...detailsOfView(redirect.host, row, true),
        path: row.path,
        status: redirect.status,
        redirect: redirect.uuid,
        visitor: row.visitor,
        target: `https://${this.#site}${row.path}`,
      };
    }
    if (short && random.chance(shortShare)) {
      yield {
        ...this.#row(row.time - 300, short.uuid),
        ...detailsOfView(short.host, row, true),
        ...this.#shortLink(),
      };
    }
  }

  #shortLink(): ShortLink {
    const random = this.#random;
    const to = (path: string, rule: string, target: string): ShortLink => ({
      path,
      status: 302,
      rule,
      target: `https://${this.#site}${target}`,
      failure: '',
    });
    const choice = random.next();
    if (choice < 0.38) return to('/sale', 'Sale', '/sale');
    if (choice < 0.52) return to('/ride', 'Test ride A', '/bikes/gravel');
    if (choice < 0.66) return to('/ride', 'Test ride B', '/bikes/city');
    if (choice < 0.9) return to(`/n/${1 + random.below(12)}`, '#4', '/guides/fit');
    const path = random.chance(0.6) ? '/spring' : random.chance(0.7) ? '/catalogue.pdf' : '/Sale';
    return { path, status: 404, rule: '', target: '', failure: 'unmatched' };
  }

  #row(time: number, domain: string): RequestRow {
    const random = this.#random;
    return {
      ...noRowDetails,
      domain,
      time,
      method: 'GET',
      path: '/',
      status: 302,
      duration_us: Math.round(random.logNormal(600, 0.4)),
      bytes_in: 360 + random.below(200),
      bytes_out: 240,
      bot: '',
      datacenter: '',
      protocol: 'HTTP/2',
      tls_version: 'TLSv1.3',
    };
  }
}
