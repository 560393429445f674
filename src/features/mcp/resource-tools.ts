/** Tools that show what an account has, and what is wrong with it. */
import { Type } from '@sinclair/typebox';
import { findingKinds, reachableStates, severities, verdictStates } from '../../core/finding.ts';
import { defineTool, type Tool } from './tool.ts';
import { listIn, membersOf, pageOf } from './tool-api.ts';
import {
  choice,
  count,
  customDomain,
  input,
  nextCursor,
  object,
  pageProperties,
  rows,
  text,
} from './tool-schemas.ts';

const search = (where: string) => text(`Only those that contain this text in ${where}, ignoring case.`, 200);
const verdict = Type.Optional(
  choice(
    verdictStates,
    'Only those with this verdict. `broken` and `attention`: a finding is open. `unknown`: nothing has checked it lately.',
  ),
);
const reachable = Type.Optional(
  choice(
    reachableStates,
    'Only those that visitors reach so: directly, through a proxy in front, or not at all.',
  ),
);

const domains = defineTool(
  input({
    custom_domain: Type.Optional(customDomain),
    search: Type.Optional(search('their host or external id')),
    external_id: Type.Optional(text('Only those with exactly this external id.', 255)),
    status: Type.Optional(
      choice(
        ['pending_check', 'dns_records_found', 'dns_records_not_found'],
        'Only those whose DNS records are in this state.',
      ),
    ),
    verdict,
    reachable,
    certificate_state: Type.Optional(
      choice(['failing', 'missing', 'expiring', 'valid'], 'Only those whose certificate is in this state.'),
    ),
    traffic: Type.Optional(
      choice(['some', 'none'], 'Only those that had requests in the last seven whole UTC days, or had none.'),
    ),
    sort: Type.Optional(
      choice(
        ['host', '-host', 'created_at', '-created_at', 'verdict', '-verdict'],
        'Order; `-` is descending.',
        '-created_at',
      ),
    ),
    ...pageProperties(),
  }),
  {
    name: 'domains',
    title: 'Custom domains',
    description:
      'Lists, finds or shows custom domains: their DNS state, certificate, verdict, external id and metadata. With `custom_domain` it shows that one and its DNS records; otherwise it lists those that all filters hold for.',
    output: Type.Object({
      domains: rows('Custom domains, as the API answers them; in lists without DNS records and checks.'),
      count,
      next_cursor: nextCursor,
    }),
  },
  async ({ custom_domain: named, search: query, limit, cursor, ...filters }, api) => {
    if (named !== undefined) {
      const domain = await api.get(api.path('custom_domains', await api.domainUuid(named)));
      return { domains: [domain], count: 1, next_cursor: null };
    }
    const page = await api.list(api.path('custom_domains'), { ...filters, query }, { limit, cursor });
    return { domains: page.items.map(inList), count: page.count, next_cursor: page.next_cursor };
  },
);

/** What only the answer about one domain has. */
const longMembers: ReadonlySet<string> = new Set([
  'dns_records',
  'dns_check',
  'dns01',
  'ownership',
  'renewal',
]);

function inList(domain: unknown): object {
  return Object.fromEntries(Object.entries(membersOf(domain)).filter(([name]) => !longMembers.has(name)));
}

const findings = defineTool(
  input({
    finding_uuid: Type.Optional(text('Show this finding only.', 36)),
    state: Type.Optional(choice(['open', 'resolved', 'muted'], 'Only those in this state.', 'open')),
    kind: Type.Optional(choice(findingKinds, 'Only those of this kind.')),
    severity: Type.Optional(choice(severities, 'Only those that are this bad.')),
    host: Type.Optional(text('Only those about this host.', 255)),
    external_id: Type.Optional(text('Only those about custom domains with this external id.', 255)),
    ...pageProperties(),
  }),
  {
    name: 'findings',
    title: 'Findings',
    description:
      'What the service has found to be wrong, the worst first: each with its cause, its fix and what the check saw. Without arguments, what is wrong now.',
    output: Type.Object({
      findings: rows('Findings, as the API answers them.'),
      count,
      next_cursor: nextCursor,
    }),
  },
  async ({ finding_uuid: uuid, limit, cursor, ...filters }, api) => {
    if (uuid !== undefined) {
      const finding = await api.get(api.path('findings', uuid));
      return { findings: [finding], count: 1, next_cursor: null };
    }
    const page = await api.list(api.path('findings'), filters, { limit, cursor });
    return { findings: page.items, count: page.count, next_cursor: page.next_cursor };
  },
);

const diagnose = defineTool(
  input({ host: text('A host name, of this account or not.', 255) }),
  {
    name: 'diagnose',
    title: 'Diagnose a host',
    description:
      'Finds out why a host does not answer as it should: tries DNS, certificate, upstream and so on in causal order, and says which step failed and what fixes it. Takes up to 12 s.',
    asksOthers: true,
    output: Type.Object({
      host: Type.String(),
      verdict: choice(['healthy', 'broken', 'unknown'], '`broken`: a step failed.'),
      cause: Type.Unsafe({
        type: ['string', 'null'],
        description: 'The first step that failed, in a sentence.',
      }),
      cause_code: Type.Unsafe({ type: ['string', 'null'] }),
      fix: Type.Unsafe({ type: ['string', 'null'], description: 'What to do about it.' }),
      steps: rows('`step`, `state`, `detail` and `seconds` of each step, in causal order.'),
    }),
  },
  ({ host }, api) => api.post(api.path('hosts', host, 'diagnose'), {}),
);

const redirects = defineTool(
  input({
    redirect_uuid: Type.Optional(text('Show this redirect only.', 36)),
    source_host: Type.Optional(text('Only the redirect of this host.', 255)),
    search: Type.Optional(search('their host, destination or note')),
    verdict,
    reachable,
    sort: Type.Optional(
      choice(
        ['source_host', '-source_host', 'created_at', '-created_at'],
        'Order; `-` is descending.',
        '-created_at',
      ),
    ),
    ...pageProperties(),
  }),
  {
    name: 'redirects',
    title: 'Redirects',
    description:
      'Lists, finds or shows redirects of whole hosts: where each leads, with which status, and whether it is active.',
    output: Type.Object({
      redirects: rows('Redirects, as the API answers them.'),
      count,
      next_cursor: nextCursor,
    }),
  },
  async ({ redirect_uuid: uuid, search: query, limit, cursor, ...filters }, api) => {
    if (uuid !== undefined) {
      const redirect = await api.get(api.path('redirects', uuid));
      return { redirects: [redirect], count: 1, next_cursor: null };
    }
    const page = await api.list(api.path('redirects'), { ...filters, query }, { limit, cursor });
    return { redirects: page.items, count: page.count, next_cursor: page.next_cursor };
  },
);

const rules = defineTool(
  input({ host: Type.Optional(text('Show the rules of this host.', 253)), ...pageProperties() }),
  {
    name: 'rules',
    title: 'Rules',
    description:
      'With `host`: its rules in order; the first one that holds and answers, answers. Without: the hosts that have rules, and how many. Maps such as `set_headers` are shown as lists of `{key, value}`; documents for `plan` and `replay` have them as objects.',
    output: Type.Object({
      hosts: Type.Optional(rows('Hosts that have rules, as the API answers them.')),
      rules: Type.Optional(
        Type.Array(
          Type.Object({
            place: Type.Integer({ description: 'From 0.' }),
            rule: object('`if` and `then`, without passwords.'),
          }),
        ),
      ),
      count,
      next_cursor: nextCursor,
    }),
  },
  async ({ host, limit, cursor }, api) => {
    if (host === undefined) {
      const page = await api.list(api.path('hosts'), { has_rules: true }, { limit, cursor });
      return { hosts: page.items, count: page.count, next_cursor: page.next_cursor };
    }
    const stored = await api.get(api.path('hosts', host, 'rules'));
    const all = listIn(stored['rules']).map((rule, place) => ({ place, rule }));
    const { items, next_cursor } = pageOf(all, { limit, cursor });
    return { rules: items, count: all.length, next_cursor };
  },
);

export const resourceTools: readonly Tool[] = [domains, findings, diagnose, redirects, rules];
