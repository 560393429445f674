/** Hosts on the wire. Source: docs/reference/hosts.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { enumSchema, pageQuery, searchQuery, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { reachableStates, verdictStates } from '../../core/finding.ts';
import type { Attention } from '../attention/verdict.ts';
import { attentionSchemas } from '../attention/wire.ts';
import type { AccountHost } from './host-list.ts';

export const hostSortFields = ['host', 'verdict'] as const;

const uuidOrNull = (description: string) => Type.Union([uuidSchema, Type.Null()], { description });

export const hostSchema: TObject = Type.Object(
  {
    host: Type.String({ examples: ['go.example.com'] }),
    custom_domain_uuid: uuidOrNull(
      'The custom domain on the host, or the one that redirects to it as its `www.` host.',
    ),
    redirect_uuid: uuidOrNull('The redirect of the host.'),
    rules: Type.Integer({ minimum: 0, description: 'How many rules the host has.' }),
    updated_at: timestampSchema('When the newest of these was last updated.'),
    ...attentionSchemas,
  },
  { $id: 'Host' },
);

export const hostQuerySchema: TObject = Type.Object({
  host: Type.Optional(Type.String({ description: 'Only this host.' })),
  has_rules: Type.Optional(
    enumSchema(['true', 'false'], {
      description: 'Only hosts that have rules, or only those that have none.',
    }),
  ),
  verdict: Type.Optional(
    enumSchema(verdictStates, { description: 'Only hosts with a verdict of this state.' }),
  ),
  reachable: Type.Optional(enumSchema(reachableStates, { description: 'Only hosts that are reachable so.' })),
  query: searchQuery('`host`'),
  ...pageQuery,
  sort: Type.Optional(
    enumSchema(
      hostSortFields.flatMap((field) => [field, `-${field}`]),
      { default: 'host', description: 'Field to sort by; `-` before it for descending order.' },
    ),
  ),
});

export function hostToWire(host: AccountHost, attention: Attention | undefined): Record<string, unknown> {
  return {
    host: host.host,
    custom_domain_uuid: host.customDomainUuid,
    redirect_uuid: host.redirectUuid,
    rules: host.rules,
    updated_at: formatTimestamp(host.updatedAt),
    ...attention,
  };
}
