/** Access to S3, from the variables that AWS's own programs read. Source: docs/reference/backups.md ("In S3"). */
import { quoteValue } from '../core/errors.ts';
import { parseUrl } from '../core/url.ts';
import { ConfigError } from './config-error.ts';
import { readSecretFile } from './secret-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Structurally the S3 client's own. */
type S3Settings = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly region: string;
  readonly endpoint: string | undefined;
};

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9!_.*'()/-]*))?$/;

/** Where in S3 a text says; undefined when it isn't an address in S3. Throws {@link ConfigError} for one that is no good. */
export function parseS3Address(
  text: string,
  variable: string,
): { readonly bucket: string; readonly key: string } | undefined {
  if (!text.startsWith('s3:')) return undefined;
  const [, bucket, key = ''] = s3Address.exec(text) ?? [];
  if (bucket !== undefined && !/(?:^|\/)(?:\.{0,2})\//.test(`${key}/`.replace(/^\/$/, '')))
    return { bucket, key };
  throw new ConfigError(
    variable,
    `${variable} is ${quoteValue(text)}; allowed: s3://BUCKET/KEY, with letters, digits and "!_.*'()-" in the key`,
  );
}

/** Throws {@link ConfigError} for the first variable that is missing or not allowed. */
export function readS3Settings(env: Environment): S3Settings {
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined;
  const url = endpoint === undefined ? undefined : parseUrl(endpoint);
  if (
    endpoint !== undefined &&
    (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
  )
    throw new ConfigError(
      'AWS_ENDPOINT_URL',
      `AWS_ENDPOINT_URL is (hidden, ${endpoint.length} characters); allowed: an https or http URL without user and query`,
    );
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  if (!/^[a-z0-9-]{1,64}$/.test(region))
    throw new ConfigError(
      'AWS_REGION',
      `AWS_REGION is ${quoteValue(region)}; allowed: a region, such as eu-central-1`,
    );
  return {
    accessKeyId: required(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: required(env, 'AWS_SECRET_ACCESS_KEY'),
    sessionToken: secretOf(env, 'AWS_SESSION_TOKEN'),
    region,
    endpoint,
  };
}

function required(env: Environment, name: string): string {
  const value = secretOf(env, name);
  if (value !== undefined) return value;
  throw new ConfigError(name, `${name} is not set, but a backup is in S3; allowed: set it or ${name}_FILE`);
}

function secretOf(env: Environment, name: string): string | undefined {
  const path = env[`${name}_FILE`];
  if (path) {
    if (env[name])
      throw new ConfigError(name, `${name}_FILE is set, but ${name} is too; allowed: one of the two`);
    return readSecretFile(`${name}_FILE`, path);
  }
  const value = env[name] || undefined;
  if (value !== undefined && !/^[\x21-\x7e]+$/.test(value))
    throw new ConfigError(
      name,
      `${name} is (hidden, ${value.length} characters); allowed: visible ASCII characters`,
    );
  return value;
}
