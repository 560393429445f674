/** Buckets that exports go to. Source: docs/reference/exports.md ("Destinations"). */
import type { UpstreamCheck } from '../../core/custom-domain.ts';
import { parseUrl } from '../../core/url.ts';
import type { Entity, Reading, Values } from '../../resources/definition.ts';
import { attributeInvalid } from '../../resources/read-attributes.ts';
import { defineResource, type Resource } from '../../resources/resource.ts';

/** What opens a bucket. */
export type BucketCredentials = { readonly access_key_id: string; readonly secret_access_key: string };

const printable = /^[\x21-\x7e]+$/;

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  bucket: {
    type: 'text',
    required: true,
    minLength: 3,
    maxLength: 63,
    allowed: '3 to 63 lower-case letters, digits, "-" and ".", as S3 has it',
    refused: 'is missing or not the name of a bucket',
    description: 'The bucket’s name.',
    examples: ['acme-analytics'],
    read: (text: string): Reading<string> =>
      /^[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/.test(text) ? { ok: true, value: text } : { ok: false },
    option: { value: 'BUCKET', help: 'name of the bucket' },
  },
  prefix: {
    type: 'text',
    default: '',
    maxLength: 512,
    allowed: 'at most 512 printable ASCII characters without spaces, not beginning with "/"',
    refused: 'is longer than 512 characters, begins with `/`, or has a space or what is not ASCII',
    description: 'Begins the keys of all objects; a folder ends with `/`.',
    examples: ['nameplate/'],
    read: (text: string): Reading<string> =>
      text === '' || (text.length <= 512 && printable.test(text) && !hasDots(text))
        ? { ok: true, value: text }
        : { ok: false },
    option: { value: 'TEXT', help: 'begins the keys of objects, such as nameplate/' },
  },
  region: {
    type: 'text',
    default: 'us-east-1',
    maxLength: 64,
    allowed: 'at most 64 lower-case letters, digits and "-"',
    refused: 'is not the name of a region',
    description: 'Where the bucket is.',
    examples: ['eu-central-1'],
    read: (text: string): Reading<string> =>
      /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(text) ? { ok: true, value: text } : { ok: false },
    option: { value: 'REGION', help: 'where the bucket is' },
  },
  endpoint: {
    type: 'text',
    nullable: true,
    maxLength: 2_048,
    allowed: 'an https URL without path, user name or password, or null',
    refused: 'is not an `https` URL without a path, or leads to an address that is not allowed',
    description:
      'Of a service other than Amazon’s; null: Amazon’s. It must not lead to loopback, link-local, private or other special addresses unless the operator allows them; `http` is for addresses that the operator allows.',
    examples: ['https://s3.example.net'],
    read: (text: string): Reading<string> => readEndpoint(text),
    option: { value: 'URL', help: 'of a service other than Amazon’s' },
  },
  credentials: {
    type: 'json',
    required: true,
    writeOnly: true,
    secret: true,
    unquoted: true,
    allowed: '{"access_key_id": "…", "secret_access_key": "…"}',
    refused: 'is missing or not an object with `access_key_id` and `secret_access_key`',
    description: 'What opens the bucket. They are kept sealed, and no answer has them.',
    schema: {
      type: 'object',
      required: ['access_key_id', 'secret_access_key'],
      properties: { access_key_id: { type: 'string' }, secret_access_key: { type: 'string' } },
      additionalProperties: false,
    },
    read: (value: unknown): Reading<BucketCredentials> => readCredentials(value),
    option: {
      value: 'FILE',
      help: 'file with {"access_key_id": "…", "secret_access_key": "…"}; - is standard input',
      file: {},
    },
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
  updated_at: { type: 'timestamp', readOnly: true, description: 'Time of last update.' },
} as const;

export type DestinationDefinitions = typeof definitions;
/** Without its credentials. */
export type Destination = Entity<DestinationDefinitions>;
export type DestinationValues = Values<DestinationDefinitions>;
export const destinationResource: Resource<DestinationDefinitions> = defineResource(
  'ExportDestination',
  definitions,
);

/** Says early what every connection is refused for: where the endpoint is. Errors: `endpoint_invalid`. */
export async function refuseEndpoint(
  endpoint: string | null,
  accountUuid: string,
  check: UpstreamCheck,
): Promise<void> {
  if (endpoint === null) return;
  const { protocol, hostname, port } = new URL(endpoint);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const number = port === '' ? (isTls ? 443 : 80) : Number(port);
  const reason = await check.refusal(accountUuid, host, number, isTls ? 'any' : 'listed');
  if (reason !== undefined) throw attributeInvalid(destinationResource.attributes.endpoint, endpoint, reason);
}

function hasDots(prefix: string): boolean {
  return prefix.startsWith('/') || prefix.split('/').some((part) => part === '.' || part === '..');
}

function readEndpoint(text: string): Reading<string> {
  const url = text.length <= 2_048 ? parseUrl(text.trim()) : undefined;
  if (!url) return { ok: false };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, reason: `its scheme is ${url.protocol.slice(0, -1)}` };
  if (url.username !== '' || url.password !== '')
    return { ok: false, reason: 'it has a user name or password' };
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return { ok: false, reason: 'it has a path' };
  return { ok: true, value: url.origin };
}

function readCredentials(value: unknown): Reading<BucketCredentials> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false };
  const { access_key_id, secret_access_key, ...others } = Object.fromEntries(Object.entries(value));
  if (!isText(access_key_id) || !isText(secret_access_key) || Object.keys(others).length > 0)
    return { ok: false };
  return { ok: true, value: { access_key_id, secret_access_key } };
}

function isText(text: unknown): text is string {
  return typeof text === 'string' && text.length <= 256 && printable.test(text);
}
