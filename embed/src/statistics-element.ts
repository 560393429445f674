/**
 * `<nameplate-statistics>`. States: no token → loading → shown, or failed; a failure that may pass loads again by itself, and one for
 * want of another token when the page sets it. Source: docs/guides/embedding.md ("Statistics").
 */
import { later, NameplateElement } from './element.ts';
import { type Period, periodOf, zoneOf } from './periods.ts';
import { chosenDomain, Refusal, readDomains, readStatistics } from './read-statistics.ts';
import { scriptOrigin } from './script-origin.ts';
import { StatisticsView } from './statistics-view.ts';
import type { NameplateStatistics } from './types.ts';

/** How long the page has to set another token before a message is shown. */
const newTokenMs = 2_000;
const firstWaitMs = 5_000;
const longestWaitMs = 60_000;

export class StatisticsElement extends NameplateElement implements NameplateStatistics {
  static readonly observedAttributes: readonly string[] = ['token', 'domain', 'period', 'timezone', 'locale'];
  declare token: string | null;
  declare domain: string | null;
  declare period: string | null;
  declare timezone: string | null;
  declare theme: string | null;
  declare locale: string | null;
  #view: StatisticsView | undefined;
  /** What somebody chose here, and beside which attribute. */
  #chosen: { readonly attribute: string | null; readonly period: Period } | undefined;
  #chosenDomain: string | undefined;
  /** Of the domain that is shown. */
  #shown: string | undefined;
  /** In a row. */
  #failures = 0;

  refresh(): void {
    this.startAgain();
  }

  protected override start(signal: AbortSignal): void {
    const { reader } = this;
    if (this.#view?.reader.locale !== reader.locale) {
      this.#view = new StatisticsView(reader, {
        choosePeriod: (period) => {
          this.#chosen = { attribute: this.getAttribute('period'), period };
          this.refresh();
        },
        chooseDomain: (uuid) => {
          this.#chosenDomain = uuid;
          this.refresh();
        },
        tryAgain: () => this.refresh(),
      });
      this.root.replaceChildren(this.#view.element);
    }
    void this.#load(this.#view, signal);
  }

  get #shownPeriod(): Period {
    const attribute = this.getAttribute('period');
    return this.#chosen?.attribute === attribute ? this.#chosen.period : periodOf(attribute);
  }

  async #load(view: StatisticsView, signal: AbortSignal): Promise<void> {
    const token = this.getAttribute('token') ?? '';
    const period = this.#shownPeriod;
    if (token === '') this.#forget(view);
    view.showLoading(period);
    this.tell('nameplate-loading');
    if (token === '') return;
    try {
      const access = { origin: scriptOrigin, token, signal };
      const named = this.getAttribute('domain');
      const domains = await readDomains(access);
      const wanted = named ?? domains.find(({ uuid }) => uuid === this.#chosenDomain)?.uuid ?? null;
      const domain = chosenDomain(domains, wanted);
      signal.throwIfAborted();
      if (domain.uuid !== this.#shown) view.clear();
      view.showDomain(domain, named === null ? domains : []);
      view.showLoading(period);
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const timezone = zoneOf(this.getAttribute('timezone'), timeZone);
      const statistics = await readStatistics(access, domain, period, timezone);
      signal.throwIfAborted();
      this.#failures = 0;
      this.#shown = domain.uuid;
      view.show(statistics, period);
      this.tell('nameplate-state', { state: statistics.visitors === 0 ? 'empty' : 'ready', domain, period });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      this.#refused(view, error, signal);
    }
  }

  #refused(view: StatisticsView, { code, status, retryAfterMs }: Refusal, signal: AbortSignal): void {
    const backoffMs = Math.min(firstWaitMs * 2 ** this.#failures, longestWaitMs);
    const isFirst = this.#failures === 0;
    this.#failures += 1;
    if (status === 401) {
      // A page that answers each time with a token that is refused is asked less and less often.
      later(isFirst ? 0 : backoffMs, signal, () => {
        const failure = { code, status, retryAfterSeconds: null };
        if (this.fail(failure)) later(newTokenMs, signal, () => view.showFailure(false));
      });
      return;
    }
    const isMoment = status === 0 || status === 429 || status >= 500;
    if (!isMoment) this.#forget(view);
    const waitMs = retryAfterMs ?? backoffMs;
    const failure = { code, status, retryAfterSeconds: isMoment ? Math.ceil(waitMs / 1_000) : null };
    const isShown = this.fail(failure);
    // The page may have taken it away, or changed it.
    if (signal.aborted) return;
    if (isShown) view.showFailure(isMoment);
    if (!isMoment) return;
    later(waitMs, signal, () => this.refresh());
    if (status === 0) window.addEventListener('online', () => this.refresh(), { signal });
  }

  #forget(view: StatisticsView): void {
    this.#shown = undefined;
    view.forget();
  }
}
