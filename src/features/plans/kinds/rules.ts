/** Hosts' rules of a document, a list each. Source: docs/reference/plans.md ("Rules"). */
import { AnalyticsAwayError } from '../../../analytics/engine/failures.ts';
import { withRulesReader } from '../../../api/body/rules-reader.ts';
import { findOwnedHost } from '../../../api/host-owners.ts';
import { mayHavePasswords, type RulesText, rulesIn, shownText } from '../../../control/rules-text.ts';
import { quoteValue, ServiceError } from '../../../core/errors.ts';
import type { RouteParts } from '../../../kernel/feature.ts';
import { answerOf } from '../../rules/answers.ts';
import { entityTagOf, type HostRules, HostRulesStore } from '../../rules/host-rules-store.ts';
import { packRules, passwordsIn } from '../../rules/replace-rules.ts';
import { replaying, replayRead } from '../../rules/replay-host.ts';
import { readReplayRange } from '../../rules/replay-schemas.ts';
import { readRulesHost } from '../../rules/routes.ts';
import { withPasswords, withUpstreamNames } from '../given-rules.ts';
import type { Applying, Kind, Planning } from '../kind.ts';
import { type Operation, type ReplayCounts, textsOf, valuesAfter } from '../operation.ts';
import { planInvalid } from '../problems.ts';
import { rowsOf } from './writing.ts';

type Known = Pick<HostRules, 'uuid' | 'version' | 'host'>;
type Packed = RulesText & { readonly host: string; readonly tag: string; readonly keptFrom: string | null };

/** Of the replays of one plan together. */
const replayMs = 30_000;
const noRules = '[]';

export function ruleKind({ reservedHost, clock, analytics }: RouteParts): Kind<Known> {
  const replayEnds = new WeakMap<Planning, number>();

  /** What these rules would have done in seven days; null where nothing is recorded, it would take too long, or the store is away. */
  const replayOf = async (
    planning: Planning,
    host: string,
    body: Buffer,
    previous: HostRules | undefined,
  ): Promise<ReplayCounts | null> => {
    const { accountUuid, store } = planning;
    const endsAt = replayEnds.get(planning) ?? performance.now() + replayMs;
    replayEnds.set(planning, endsAt);
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) return null;
    const signal = AbortSignal.timeout(Math.ceil(leftMs));
    const hostRules = new HostRulesStore(store);
    try {
      const { hasDomain, owners } = await findOwnedHost(store, accountUuid, host);
      const range = readReplayRange(new Map(), clock.now());
      const present = previous?.json ?? new Uint8Array();
      const json = await replaying.run(accountUuid, () =>
        withRulesReader(accountUuid, body, ['rules'], host, async (reader) => {
          await reader.read(passwordsIn(previous));
          const wanted = { host, hasDomain, range, present };
          return await replayRead({ hostRules, analytics }, accountUuid, reader, owners, wanted, signal);
        }),
      );
      const answer: ReplayCounts = JSON.parse(Buffer.from(json).toString());
      const { requests, changed, blocked, circles, unmatched, uncertain } = answer;
      return { requests, changed, blocked, circles, unmatched, uncertain };
    } catch (error) {
      if (error instanceof ServiceError || error instanceof AnalyticsAwayError || signal.aborted) return null;
      throw error;
    }
  };

  return {
    name: 'rules',
    names: ['host', 'rules'],
    deletesFirst: false,
    keyOf({ body, place }) {
      const host = body.attributes.get('host');
      if (typeof host !== 'string') throw planInvalid([`${place}.host: is missing or not a text`]);
      if (!body.attributes.has('rules')) throw planInvalid([`${place}.rules: is missing`]);
      return readRulesHost(host, reservedHost);
    },
    async find(scope, keys) {
      const rows = await rowsOf(scope, keys, (queries, part) => {
        const query = queries
          .selectFrom('host_rules')
          .select(['uuid', 'version', 'host'])
          .where('account_uuid', '=', scope.accountUuid);
        return part ? query.where('host', 'in', part) : query;
      });
      return rows.map((entity) => ({
        key: entity.host,
        uuid: entity.uuid,
        state: entityTagOf(entity),
        entity,
      }));
    },
    async attributesOf({ key }, { store, accountUuid }) {
      const stored = await new HostRulesStore(store).find(accountUuid, key);
      return { rules: stored ? Buffer.from(await shownText(stored.json)).toString() : noRules };
    },
    entryOf: ({ key }, { rules = noRules }, upstreams) => ({
      ...textsOf({ host: key }),
      rules: withUpstreamNames(rules, upstreams),
    }),
    async read(planning, { index, body: { attributes } }, found) {
      const { accountUuid, store, document } = planning;
      const host = readRulesHost(String(attributes.get('host')), reservedHost);
      const hostRules = new HostRulesStore(store);
      const previous = found && (await hostRules.find(accountUuid, host));
      const named = uuidsIn(planning);
      const given = await document.rules(index, { upstreams: named.byName, users: usersOf(previous) });
      const body = Buffer.from(given.body);
      const packed = await withRulesReader(accountUuid, body, ['rules'], host, async (reader) => {
        await reader.read(passwordsIn(previous));
        return await reader.pack([]);
      });
      // Those of the document may not be there yet.
      const others = [...packed.upstreams].filter(([uuid]) => !named.all.has(uuid));
      await hostRules.checkUpstreams(accountUuid, new Map(others));
      const rules = Buffer.from(packed.shown).toString();
      const isSame = previous
        ? rules === Buffer.from(await shownText(previous.json)).toString()
        : rules === noRules;
      if (isSame) return { attributes: { rules }, secrets: given.secrets, isNothing: !previous };
      const replay = await replayOf(planning, host, body, previous);
      return { attributes: { rules }, secrets: given.secrets, replay };
    },
    async findRefused({ store, accountUuid }, hosts) {
      const hostRules = new HostRulesStore(store);
      return await hostRules.refusals(accountUuid, hosts);
    },
    async prepare(applying, { creates, changes, keeps, deletes }) {
      const { accountUuid, secrets } = applying;
      const kept = keeps.filter((one) => one.secrets.some(({ name }) => secrets.has(name)));
      const packed: Packed[] = [];
      for (const [action, list] of [
        ['create', creates],
        ['change', changes],
        ['create', kept],
      ] as const)
        for (const operation of list)
          packed.push(await pack(applying, operation, valuesAfter(action, operation)['rules']));
      const write = async ({ store }: Applying, list: readonly Packed[]): Promise<void> => {
        const hostRules = new HostRulesStore(store);
        for (const { tag, ...one } of list) {
          const isExpected = (present: string) => present === tag;
          const replaced = await hostRules.replace({ ...one, accountUuid, isExpected });
          if (replaced === 'stale')
            throw new ServiceError(
              'changed_since',
              `the rules of ${quoteValue(one.host)} were changed since`,
            );
        }
      };
      const none = {
        json: Buffer.from(noRules),
        ruleCount: 0,
        upstreams: new Map<string, number>(),
        keptFrom: null,
      };
      return {
        write: (trx) => write(trx, packed),
        delete: async (trx) => {
          const found = await ruleKind(applying.parts).find(
            trx,
            deletes.map(({ key }) => key),
          );
          await write(
            trx,
            found.map(({ key: host, state: tag }) => Object.assign({ host, tag }, none)),
          );
        },
      };
    },
  };
}

async function pack(
  { accountUuid, store, secrets }: Applying,
  { key: host, secrets: uses }: Operation,
  rules: unknown,
): Promise<Packed> {
  const list: readonly unknown[] = Array.isArray(rules) ? rules : [];
  const body = Buffer.from(
    uses.length > 0 ? withPasswords(list, uses, secrets) : answerOf(Buffer.from(JSON.stringify(list))),
  );
  const previous = await new HostRulesStore(store).find(accountUuid, host);
  return await withRulesReader(accountUuid, body, ['rules'], host, async (reader) => {
    const { shown: _, keepsPasswords, ...text } = await packRules(accountUuid, reader, passwordsIn(previous));
    const tag = entityTagOf(previous);
    return { ...text, host, tag, keptFrom: keepsPasswords ? tag : null };
  });
}

type Uuids = { readonly byName: ReadonlyMap<string, string>; readonly all: ReadonlySet<string> };
const known = new WeakMap<Planning, Uuids>();

/** Of the document's upstreams, which all are read before rules. */
function uuidsIn(planning: Planning): Uuids {
  const before = known.get(planning);
  if (before) return before;
  const byName = new Map([...planning.upstreams].map(([name, { uuid }]) => [name, uuid]));
  const uuids = { byName, all: new Set(byName.values()) };
  known.set(planning, uuids);
  return uuids;
}

/** Names of users that have a password. */
function usersOf(previous: HostRules | undefined): ReadonlySet<string> {
  if (!previous || !mayHavePasswords(previous.json)) return new Set();
  return new Set(
    rulesIn(previous.json).flatMap(({ then }) =>
      'basic_auth' in then ? then.basic_auth.users.map(({ name }) => name) : [],
    ),
  );
}
