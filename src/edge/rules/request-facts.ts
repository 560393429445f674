/**
 * What rules may look at in a request, each looked up when a rule asks for it first.
 * Source: docs/reference/rules.md ("Conditions").
 */
import type { VisitorHasher } from '../../analytics/ingest/visitor-hash.ts';
import { type DeviceClass, deviceOf } from '../../analytics/lookup/device.ts';
import { UserAgentLookup } from '../../analytics/lookup/user-agent.ts';
import type { BotClass } from '../../core/bot-classes.ts';
import type { CrawlerVerdict } from '../../core/bot-verified.ts';
import { originOf } from '../../core/own-url.ts';
import { slugOf } from '../../core/slug.ts';
import { preferredLanguage } from '../../rules/preferred-language.ts';
import type { RuleRequest } from '../../rules/rule-request.ts';
import type { CrawlerLookup } from '../crawlers/crawler-lookup.ts';
import type { Exchange } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { PlaceLookup } from '../place-lookup.ts';
import { allOf } from '../proxy/request-fields.ts';
import type { Scheme } from '../trusted-proxies.ts';

export type FactSources = {
  readonly places: PlaceLookup;
  readonly crawlers: CrawlerLookup;
  readonly visitors: VisitorHasher;
};

/** The list of rules, or the redirect, that looks at the request. */
type FactsOf = {
  readonly uuid: string;
  /** Whose look-ups of crawlers' hosts these are; where the account isn't known, what stands for it. */
  readonly accountUuid: string;
};

/** Empty until a rule asks for a system or a browser. */
const userAgents = new UserAgentLookup();

const shares = 10_000n;
/** While there is no salt, as in the first moments of a worker, visitors are in no share but the whole. */
const noShare = 99.99;

export class RequestFacts implements RuleRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly clientAddress: string;
  readonly clientFingerprint: string;
  readonly nowMs: number;
  readonly #head: RequestHead;
  readonly #list: FactsOf;
  readonly #sources: FactSources;
  #country: string | undefined;
  #language: string | undefined;
  #device: DeviceClass | undefined;
  #system: string | undefined;
  #browser: string | undefined;
  #botName: string | undefined;
  #botVerified: CrawlerVerdict | undefined;
  #share: number | undefined;

  constructor(
    head: RequestHead,
    scheme: Scheme,
    { clientAddress, clientCertificate }: Pick<Exchange, 'clientAddress' | 'clientCertificate'>,
    list: FactsOf,
    nowMs: number,
    sources: FactSources,
  ) {
    this.method = head.method;
    this.origin = originOf(scheme, head.authority);
    this.path = head.path;
    this.query = head.query;
    this.clientAddress = clientAddress;
    this.clientFingerprint = clientCertificate?.fingerprint ?? '';
    this.nowMs = nowMs;
    this.#head = head;
    this.#list = list;
    this.#sources = sources;
  }

  /** By the address's network, as recorded requests have it. */
  get country(): string {
    this.#country ??= this.#sources.places.placeOf(this.clientAddress).country;
    return this.#country;
  }

  get language(): string {
    this.#language ??= preferredLanguage(allOf(this.#head, 'accept-language'));
    return this.#language;
  }

  get device(): DeviceClass {
    this.#device ??= deviceOf(this.#head.userAgent);
    return this.#device;
  }

  get system(): string {
    this.#system ??= slugOf(userAgents.find(this.#head.userAgent).operatingSystem);
    return this.#system;
  }

  get browser(): string {
    this.#browser ??= slugOf(userAgents.find(this.#head.userAgent).browser);
    return this.#browser;
  }

  get botName(): string {
    this.#botName ??= this.#sources.crawlers.nameOf(this.#head.userAgent);
    return this.#botName;
  }

  get botClass(): BotClass | '' {
    return this.#sources.crawlers.classOf(this.#head.userAgent);
  }

  get botVerified(): CrawlerVerdict {
    this.#botVerified ??= this.#sources.crawlers.verdictOf(
      this.botName,
      {
        head: this.#head,
        origin: this.origin,
        clientAddress: this.clientAddress,
        nowMs: this.nowMs,
      },
      this.#list.accountUuid,
    );
    return this.#botVerified;
  }

  get visitorShare(): number {
    this.#share ??= this.#findShare();
    return this.#share;
  }

  #findShare(): number {
    const { userAgent } = this.#head;
    const hash = this.#sources.visitors.hash(this.#list.uuid, this.clientAddress, userAgent, this.nowMs);
    return hash ? Number(hash.visitor % shares) / 100 : noShare;
  }
}
