/** Sends the visitor to another address. Source: docs/reference/rules.md ("Redirect", "Circles"). */
import { cacheFields } from '../../core/redirect-location.ts';
import { parseRedirectTarget, placeholdersOf } from '../redirect-target.ts';
import { ruleJson } from '../rule-json.ts';
import type { ActionKind } from './action.ts';

const statuses = [301, 302, 303, 307, 308] as const;

export type RedirectAction = {
  /** Absolute, or a path on the same host; `:placeholder` and `:splat` are replaced in its path, query and fragment. */
  readonly to: string;
  readonly status: (typeof statuses)[number];
  /** Whether the request's query is passed on. */
  readonly query: boolean;
};

/** What visitors read instead of being led in a circle. */
export const circleSentence = 'The redirects at this address lead in a circle.';

const allowedTarget = 'an absolute http:// or https:// URL, or a path on the same host';

export const redirect: ActionKind<RedirectAction> = {
  ending: 'answers',
  protects: false,
  schema: {
    type: 'object',
    required: ['to'],
    properties: {
      to: {
        type: 'string',
        description: 'An absolute URL, or a path on the same host; may have placeholders.',
      },
      status: { default: 301, anyOf: statuses.map((status) => ({ const: status, type: 'number' })) },
      query: { type: 'boolean', default: true, description: 'Pass the request’s query on.' },
    },
  },
  words: { label: 'Redirect', hint: 'Sends the visitor to another address.' },
  form: [
    {
      name: 'to',
      kind: 'text',
      label: 'Goes to',
      initial: '',
      placeholder: 'https://www.example.com/:splat',
      inputMode: 'url',
      isPlain: true,
      isRequired: true,
      hint: 'A full address, or a path on the same host. `:name` and `:splat` are replaced by what they stood for in the path or query.',
    },
    {
      name: 'status',
      kind: 'choice',
      label: 'Status',
      initial: 301,
      choices: [
        { value: 301, label: '301 Moved Permanently' },
        { value: 302, label: '302 Found' },
        { value: 303, label: '303 See Other' },
        { value: 307, label: '307 Temporary Redirect' },
        { value: 308, label: '308 Permanent Redirect' },
      ],
      isBesideNext: true,
    },
    {
      name: 'query',
      kind: 'flag',
      label: 'Append the query',
      initial: true,
      hint: "Adds the request's query to the destination's.",
    },
  ],

  read(value, place, { placeholders }) {
    const given = ruleJson.members(value, place, ['to', 'status', 'query']);
    if (typeof given.to !== 'string') throw ruleJson.refuseValue(`${place}.to`, given.to, allowedTarget);
    const parsed = parseRedirectTarget(given.to);
    if (!parsed.ok) throw ruleJson.refuseValue(`${place}.to`, given.to, `${allowedTarget}; ${parsed.reason}`);
    for (const name of placeholdersOf(parsed.target)) {
      if (placeholders.includes(name)) continue;
      const known = placeholders.length === 0 ? 'none' : placeholders.map((one) => `:${one}`).join(', ');
      throw ruleJson.refuse(
        `${place}.to`,
        `has the placeholder :${name}`,
        `those of the rule's path and query (${known}); a colon that begins none is written %3A`,
      );
    }
    return {
      to: given.to,
      status: ruleJson.choice(given.status, `${place}.status`, statuses, 301),
      query: ruleJson.flag(given.query, `${place}.query`, true),
    };
  },

  summarize: ({ to, status }) => `${status} ${to}`,
  describe: ({ to, status, query }) =>
    `Redirects to ${to} with ${status}${query ? '' : ', without the query'}`,
  act(_, edge) {
    const redirection = edge.redirection();
    if (redirection === undefined) return edge.handOver();
    const { location, status } = redirection;
    if (location === '')
      return edge.answer({
        status: 414,
        sentence: 'The address that this one leads to is too long.',
        failure: 'location_too_long',
      });
    if (edge.isCircle(redirection))
      return edge.answer({
        status: 508,
        sentence: circleSentence,
        failure: 'redirect_loop',
      });
    const fields = `Location: ${location}\r\n${cacheFields[status === 301 ? 301 : 302]}`;
    edge.answer({ status, fields, body: '', location });
  },
  rehearse: () => 'redirected',
};
