/** Connect links and brands on the wire. Source: docs/reference/connect-page.md. */
import { type TArray, type TObject, Type } from '@sinclair/typebox';
import {
  type DescribedAttribute,
  labelAttribute,
  nullable,
  schemasOf,
  textAttribute,
} from '../../api/attributes.ts';
import { readOrigins } from '../../api/read-origins.ts';
import { enumSchema, refTo, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { bodySchemas } from '../../api/schemas/resource.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { parseInstant } from '../../core/instant.ts';
import { maxLabelLength } from '../../core/label.ts';
import { type Language, languages } from '../../core/languages.ts';
import { hasAddress } from '../../core/plain-name.ts';
import { dayMs } from '../../core/time.ts';
import { attributeInvalid, readOptional } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { defineResource } from '../../resources/resource.ts';
import { readEmail, userResource } from '../../resources/user.ts';
import type { Brand } from './brand-store.ts';
import { type ConnectLink, type LinkKind, linkKinds, type NewConnectLink } from './connect-link-store.ts';
import type { Recipient } from './instructions.ts';
import { linkPath } from './link-path.ts';

const defaultLifetimeMs = 30 * dayMs;
const maxLifetimeMs = 366 * dayMs;
const maxLogoLength = 140_000;

const expiresAt: DescribedAttribute<number> = textAttribute({
  name: 'expires_at',
  allowed: 'an instant in the future, at most 366 days ahead, such as 2030-12-31T18:00:00Z',
  schema: timestampSchema('When the link stops working, at most 366 days ahead. Default: 30 days ahead.'),
  read: (text) => {
    const value = parseInstant(text);
    return value === undefined ? { ok: false } : { ok: true, value };
  },
});

const kind: DescribedAttribute<LinkKind> = textAttribute({
  name: 'kind',
  allowed: linkKinds.join(' or '),
  schema: enumSchema(linkKinds, {
    description:
      'What the link opens: `connect`, the page with DNS records, checks and statistics, or `statistics` alone. Default: `connect`.',
  }),
  read(text) {
    const value = linkKinds.find((each) => each === text);
    return value === undefined ? { ok: false } : { ok: true, value };
  },
});

const maxEmbedOrigins = 20;

const embedOrigins: DescribedAttribute<readonly string[]> = {
  name: 'embed_origins',
  allowed: `a list of at most ${maxEmbedOrigins} origins such as https://www.example.com, for the kind "statistics" only`,
  schema: Type.Array(Type.String({ examples: ['https://www.example.com'] }), {
    maxItems: maxEmbedOrigins,
    description: 'Origins whose pages may show the page of statistics in a frame. Default: none.',
  }),
  read: (given) => readOrigins(given, maxEmbedOrigins),
};

const email: DescribedAttribute<string> = textAttribute({
  name: 'email',
  allowed: userResource.attributes.email.allowed,
  schema: Type.String({
    maxLength: 254,
    description:
      'Sends the records and the address to this e-mail address, of a link of the kind `connect`. It is stored for reminders only.',
    examples: ['owner@example.com'],
  }),
  read: readEmail,
});

const language: DescribedAttribute<Language> = textAttribute({
  name: 'language',
  allowed: languages.join(', '),
  schema: enumSchema(languages, {
    description: 'Of the e-mail. The page is in the language of the browser. Default: `en`.',
  }),
  read(text) {
    const value = languages.find((each) => each === text);
    return value === undefined ? { ok: false } : { ok: true, value };
  },
});

const { attributes: flags } = defineResource('Reminded', { remind: { type: 'boolean' } });
const remind: DescribedAttribute<boolean> = {
  ...flags.remind,
  schema: Type.Boolean({
    description:
      'Reminds the address in `email` after 2 and 7 days, until the custom domain is ready; needs `NAMEPLATE_API_ORIGIN`. Default: false.',
  }),
};

const label = labelAttribute('name', {
  maxLength: maxLabelLength,
  description: 'What customers know you by, without an address; null is the name of the account.',
  examples: ['Acme'],
});
const name: DescribedAttribute<string | null> = nullable({
  ...label,
  allowed: `${label.allowed}, without "://", "www." and "/"`,
  read(given, encoding) {
    const reading = label.read(given, encoding);
    return reading.ok && hasAddress(reading.value) ? { ok: false } : reading;
  },
});

const color: DescribedAttribute<string | null> = nullable(
  textAttribute({
    name: 'color',
    allowed: '# and 6 hexadecimal digits, such as #1d4ed8, or null',
    schema: Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      description: 'Colour of buttons and headings; null is Nameplate’s own.',
      examples: ['#1d4ed8'],
    }),
    read: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? { ok: true, value: text.toLowerCase() } : { ok: false }),
  }),
);

const logo: DescribedAttribute<string | null> = nullable(
  textAttribute({
    name: 'logo',
    allowed: 'a data: URL of a PNG, JPEG or WebP picture of at most 100 KB, or null',
    schema: Type.String({
      maxLength: maxLogoLength,
      description:
        'A `data:` URL with `image/png`, `image/jpeg` or `image/webp` in Base64, at most 100 KB; null is none.',
    }),
    read: (text) => (isPicture(text) ? { ok: true, value: text } : { ok: false }),
  }),
);

/** First bytes of the pictures that are allowed. SVG is not: it can have scripts. */
const signatures: Readonly<Record<string, RegExp>> = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF[\s\S]{4}WEBP/,
};

function isPicture(text: string): boolean {
  if (text.length > maxLogoLength) return false;
  const [, type = '', data = ''] =
    /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  return signatures[type]?.test(Buffer.from(data.slice(0, 64), 'base64').toString('latin1')) ?? false;
}

/** Every attribute that a body may have; the read-only ones are ignored. */
export const connectLinkAttributeNames: readonly string[] = [
  'expires_at',
  'kind',
  'embed_origins',
  'email',
  'language',
  'remind',
  'uuid',
  'created_at',
];
export const brandAttributeNames: readonly string[] = ['name', 'color', 'logo'];

export const connectLinkSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    kind: kind.schema,
    embed_origins: embedOrigins.schema,
    expires_at: timestampSchema('When the link stops working.'),
    created_at: timestampSchema('Creation time.'),
  },
  { $id: 'ConnectLink' },
);

export const createdConnectLinkSchema: TObject = Type.Object(
  {
    ...connectLinkSchema.properties,
    url: Type.String({
      description: 'The address to give to the customer, in no other answer: whoever has it sees the page.',
    }),
  },
  { $id: 'CreatedConnectLink' },
);

export const connectLinkListSchema: TArray = Type.Array(refTo(connectLinkSchema), {
  description: 'The open links, newest first.',
});

export const brandSchema: TObject = Type.Object(
  {
    name: name.schema,
    color: color.schema,
    logo: logo.schema,
  },
  { $id: 'Brand' },
);

export const connectLinkBodySchema: TObject = bodySchemas(
  'ConnectLink',
  schemasOf([expiresAt, kind, embedOrigins, email, language, remind]),
  [],
).create;
export const brandBodySchema: TObject = bodySchemas('Brand', schemasOf([name, color, logo]), []).update;

/** Reads a new link. Errors: `expires_at_invalid`, `kind_invalid`, `embed_origins_invalid`. */
export function readNewConnectLink(body: RequestBody, nowMs: number): NewConnectLink {
  const link = {
    expiresAt: allowedExpiry(readOptional(body, expiresAt), nowMs),
    kind: readOptional(body, kind) ?? 'connect',
    embedOrigins: readOptional(body, embedOrigins) ?? [],
  };
  if (link.kind === 'connect' && link.embedOrigins.length > 0)
    throw attributeInvalid(embedOrigins, link.embedOrigins, 'a connect page can’t be framed');
  return link;
}

/** Whom to send instructions to. Errors: `email_invalid`, `language_invalid`. */
export function readRecipient(body: RequestBody, { kind: wanted }: NewConnectLink): Recipient | undefined {
  const to = readOptional(body, email);
  const chosen = readOptional(body, language) ?? 'en';
  if (to === undefined) return undefined;
  if (wanted !== 'connect')
    throw attributeInvalid(email, to, 'only instructions are sent, which are of the kind "connect"');
  return { to, language: chosen };
}

/** Whether to remind that address. Errors: `remind_invalid`. */
export function readRemind(body: RequestBody, recipient: Recipient | undefined): boolean {
  const isWanted = readOptional(body, remind) ?? false;
  if (isWanted && recipient === undefined)
    throw attributeInvalid(remind, true, 'there is no email to remind');
  return isWanted;
}

/** When a link ends that is wanted until then. Errors: `expires_at_invalid`. */
export function allowedExpiry(wanted: number | undefined, nowMs: number): number {
  if (wanted === undefined) return nowMs + defaultLifetimeMs;
  if (wanted > nowMs && wanted <= nowMs + maxLifetimeMs) return wanted;
  throw attributeInvalid(
    expiresAt,
    formatTimestamp(wanted),
    wanted > nowMs ? 'it is too far ahead' : 'it is not in the future',
  );
}

/** The attributes that a body has. Errors: the attribute's own code. */
export function readBrand(body: RequestBody): Partial<Brand> {
  const changes: { -readonly [Name in keyof Brand]?: Brand[Name] } = {};
  const given = {
    name: readOptional(body, name),
    color: readOptional(body, color),
    logo: readOptional(body, logo),
  };
  if (given.name !== undefined) changes.name = given.name;
  if (given.color !== undefined) changes.color = given.color;
  if (given.logo !== undefined) changes.logo = given.logo;
  return changes;
}

export function connectLinkToWire(link: ConnectLink): Record<string, unknown> {
  return {
    uuid: link.uuid,
    kind: link.kind,
    embed_origins: link.embedOrigins,
    expires_at: formatTimestamp(link.expiresAt),
    created_at: formatTimestamp(link.createdAt),
  };
}

/** With its address, which nothing else has. */
export function createdConnectLinkToWire(
  { link, secret }: { readonly link: ConnectLink; readonly secret: string },
  origin: string,
): Record<string, unknown> & { readonly url: string } {
  return { ...connectLinkToWire(link), url: origin + linkPath(link.kind, secret) };
}
