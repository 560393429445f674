/** Passes the request to an upstream. Source: docs/reference/rules.md ("Proxy"). */
import { parseUuid } from '../../core/ids.ts';
import { answeredBy } from '../recorded-answer.ts';
import { ruleJson } from '../rule-json.ts';
import type { ActionKind } from './action.ts';
import { proxiedPath } from './proxied-path.ts';

export type ProxyAction = {
  readonly upstream_uuid: string;
  /** Taken from the path's beginning. */
  readonly strip_prefix?: string;
  /** Put before the path then. */
  readonly prefix?: string;
  readonly host_header: 'upstream' | 'original';
};

const pathPrefix = /^\/[!-~]{0,1023}$/;

export const proxy: ActionKind<ProxyAction> = {
  ending: 'answers',
  protects: false,
  isSecure: true,
  schema: {
    type: 'object',
    required: ['upstream_uuid'],
    properties: {
      upstream_uuid: { type: 'string', format: 'uuid', description: 'An upstream of the account.' },
      strip_prefix: { type: 'string', description: 'Taken from the path’s beginning.' },
      prefix: { type: 'string', description: 'Put before the path then.' },
      host_header: { type: 'string', enum: ['upstream', 'original'], default: 'upstream' },
    },
  },
  words: { label: 'Proxy', hint: 'Passes the request to one of your upstreams.' },
  form: [
    { name: 'upstream_uuid', kind: 'upstream', label: 'Upstream', initial: '' },
    {
      name: 'strip_prefix',
      kind: 'text',
      label: "Take from the path's beginning",
      initial: '',
      placeholder: '/api',
      isPlain: true,
      isOptional: true,
      isBesideNext: true,
    },
    {
      name: 'prefix',
      kind: 'text',
      label: 'Put before the path',
      initial: '',
      placeholder: '/v2',
      isPlain: true,
      isOptional: true,
    },
    {
      name: 'host_header',
      kind: 'choice',
      label: 'Host that the upstream sees',
      initial: 'upstream',
      choices: [
        { value: 'upstream', label: "The upstream's" },
        { value: 'original', label: 'The one the visitor asked for' },
      ],
    },
  ],

  read(value, place) {
    const given = ruleJson.members(value, place, ['upstream_uuid', 'strip_prefix', 'prefix', 'host_header']);
    const uuid = typeof given.upstream_uuid === 'string' ? parseUuid(given.upstream_uuid) : undefined;
    if (uuid === undefined)
      throw ruleJson.refuseValue(`${place}.upstream_uuid`, given.upstream_uuid, 'the uuid of an upstream');
    return {
      upstream_uuid: uuid,
      ...(given.strip_prefix !== undefined && {
        strip_prefix: readPrefix(given.strip_prefix, `${place}.strip_prefix`),
      }),
      ...(given.prefix !== undefined && { prefix: readPrefix(given.prefix, `${place}.prefix`) }),
      host_header: ruleJson.choice(
        given.host_header,
        `${place}.host_header`,
        ['upstream', 'original'],
        'upstream',
      ),
    };
  },

  summarize: ({ upstream_uuid: uuid }) => `proxy ${uuid}`,
  describe({ upstream_uuid: uuid, strip_prefix: strip, prefix, host_header: host }, { upstream }) {
    const changes = [
      strip === undefined ? '' : `without ${strip}`,
      prefix === undefined ? '' : `under ${prefix}`,
      host === 'original' ? "with the visitor's host" : '',
    ].filter((change) => change !== '');
    return [`Proxies to ${upstream(uuid) ?? 'an upstream'}`, ...changes].join(', ');
  },
  act(action, edge) {
    edge.whenSecure(() => {
      if (!edge.knowsUpstream(action.upstream_uuid))
        return edge.answerWithPage({
          status: 502,
          sentence: 'The server behind this address is not known here yet.',
        });
      const path = proxiedPath(edge.request.path, action);
      if (path === undefined)
        return edge.answer({
          status: 400,
          sentence: 'The path has segments that could lead out of what is served here.',
        });
      edge.proxy(action.upstream_uuid, path, action.host_header === 'original');
    });
  },
  rehearse(_, { label, labels, wasUpgraded }) {
    if (wasUpgraded()) return 'as_recorded';
    return {
      words: `proxied by rule ${label}`,
      isRecorded: ({ by, rule }) =>
        (by === answeredBy.rule || by === answeredBy.ruleUpstream) && labels().has(rule),
    };
  },
};

function readPrefix(value: unknown, place: string): string {
  if (typeof value !== 'string' || !pathPrefix.test(value) || /[?#]/.test(value))
    throw ruleJson.refuseValue(
      place,
      value,
      'a path that begins with /, at most 1024 visible ASCII characters without ? and #',
    );
  return value;
}
