/** Settings on the wire. Source: docs/reference/signed-tokens.md ("Pages of other origins"). */
import { type TObject, Type } from '@sinclair/typebox';
import { type DescribedAttribute, schemasOf } from '../../api/attributes.ts';
import { readOrigins } from '../../api/read-origins.ts';
import { bodySchemas } from '../../api/schemas/resource.ts';
import { readOptional, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import type { Settings } from './settings-store.ts';

const maxOrigins = 50;

const allowedOrigins: DescribedAttribute<readonly string[]> = {
  name: 'allowed_origins',
  allowed: `a list of at most ${maxOrigins} origins with https, such as https://app.example.com, or http://localhost`,
  schema: Type.Array(Type.String({ examples: ['https://app.example.com'] }), {
    maxItems: maxOrigins,
    description:
      'Origins whose pages may use the API with tokens of the scope `analytics` and signed tokens, and show connect pages in a frame. `https` only, but for `http://localhost` with any port.',
  }),
  read: (given) => readOrigins(given, maxOrigins, isAllowed),
};

const localhost = /^http:\/\/localhost(?::\d+)?$/;

function isAllowed(origin: string): boolean {
  return origin.startsWith('https://') || localhost.test(origin);
}

export const settingsSchema: TObject = Type.Object(
  { allowed_origins: allowedOrigins.schema },
  { $id: 'Settings' },
);

export const settingsBodySchema: TObject = bodySchemas('Settings', schemasOf([allowedOrigins]), []).update;

/** What a body has. Errors: `parameter_unknown`, `allowed_origins_invalid`. */
export function readSettings(body: RequestBody): Partial<Settings> {
  refuseUnknownAttributes(body, [allowedOrigins.name]);
  const given = readOptional(body, allowedOrigins);
  return given === undefined ? {} : { allowedOrigins: given };
}

export function settingsToWire(settings: Settings): Record<string, unknown> {
  return { allowed_origins: settings.allowedOrigins };
}
