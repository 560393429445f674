/**
 * `POST /api/v1/accounts/:account_uuid/imported_certificates`, which only the operator has. Source: docs/reference/operator-api.md.
 *
 * No message quotes what is wrong: it may be a private key.
 */
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { parseJsonBody } from '../../api/body/json-body.ts';
import { addBytesParsers } from '../../api/body/parsers.ts';
import { accountOf } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, uuidSchema } from '../../api/schemas/common.ts';
import { accountKeyPem, readAccountKey } from '../../certificates/account-key.ts';
import { checkImported } from '../../certificates/check-imported.ts';
import type { ImportedAccount } from '../../control/acme-account-keys.ts';
import { ServiceError } from '../../core/errors.ts';
import { mapInTurns } from '../../core/loop-turns.ts';
import { isWebUrl } from '../../core/url.ts';
import { parseHostOrWildcard } from '../../core/wildcard-host.ts';
import { batchDefinitions, batchResource, maxBatch } from '../../resources/batch.ts';
import { readOptional, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { SecretKeyError } from '../../secrets/secret-key-error.ts';
import { type CheckedImport, type ImportResult, importCertificates } from './import-certificates.ts';

const maxImportBytes = 32 * 1024 * 1024;
const path = '/api/v1/accounts/:account_uuid/imported_certificates';

type Refusal = { readonly error_code: string; readonly error: string };
type Reading = { readonly host: string } & (Refusal | { readonly checked: CheckedImport });
type Item = Readonly<Record<string, unknown>>;

const accountSchema = Type.Object({
  directory_url: Type.String({ description: "Of the authority's directory." }),
  url: Type.String({ description: 'Of the account.' }),
  private_key: Type.String({ writeOnly: true }),
});
const certificateSchema = Type.Object({
  host: Type.String(),
  certificate: Type.String({ description: 'PEM: the certificate, then its intermediates.' }),
  private_key: Type.String({ writeOnly: true }),
  directory_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  account_url: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'The one of `acme_accounts` that ordered it.' }),
  ),
});
const resultSchema = Type.Object({
  host: Type.String(),
  result: Type.Union([Type.Literal('imported'), Type.Literal('unchanged'), Type.Literal('refused')]),
  error_code: Type.Union([Type.String(), Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()]),
});

export function addOperatorImportRoute(app: FastifyInstance, { store, clock, changes }: ApiParts): void {
  // A scope of its own, for its body parser.
  void app.register(async (scope) => {
    addBytesParsers(scope, ['application/json'], maxImportBytes, parseJsonBody);
    scope.post<{ Params: { account_uuid: string }; Body: RequestBody | null }>(
      path,
      {
        bodyLimit: maxImportBytes,
        schema: {
          operationId: 'importCertificates',
          summary: 'Import certificates of another program',
          description:
            'Stores certificates with their keys as automatic ones of hosts that the account has, and the accounts that ordered them, in one transaction. What is refused is named; the rest is imported. A certificate that the host has, or that ends before the one it has, changes nothing.',
          tags: ['Automatic certificates'],
          consumes: ['application/json'],
          params: Type.Object({ account_uuid: uuidSchema }),
          body: Type.Object({
            acme_accounts: Type.Optional(Type.Array(accountSchema, { maxItems: maxBatch })),
            certificates: Type.Array(certificateSchema, { maxItems: maxBatch }),
            dry_run: Type.Optional(
              Type.Boolean({ default: false, description: batchDefinitions.dry_run.description }),
            ),
          }),
          response: {
            200: Type.Object(
              { data: Type.Array(resultSchema) },
              { description: 'What became of each certificate, in their order.' },
            ),
            ...errorResponses(400, 404, 413, 415, 503),
          },
        },
      },
      async (request) => {
        const accountUuid = accountOf(request, 'write');
        const body = request.body ?? emptyBody;
        refuseUnknownAttributes(body, ['acme_accounts', 'certificates', 'dry_run']);
        const isDryRun = readOptional(body, batchResource.attributes.dry_run) ?? false;
        const accounts = listOf(body, 'acme_accounts').map(readAccount);
        const list = [...listOf(body, 'certificates').entries()];
        const results = await mapInTurns(list, ([index, item]) => readCertificate(item, index, clock.now()));
        const checked = results.flatMap((result) => ('checked' in result ? [result.checked] : []));
        const stored = await importCertificates(store, accountUuid, accounts, checked, isDryRun).catch(
          (error: unknown) => {
            if (!(error instanceof SecretKeyError)) throw error;
            request.log.error({ err: error }, 'importing certificates failed');
            throw new ServiceError('unavailable', 'private keys cannot be stored on this machine now');
          },
        );
        if (!isDryRun && stored.includes('imported')) await makeLive(changes, request);
        const outcomes = stored.values();
        return { data: results.map((result) => toWire(result, outcomes)) };
      },
    );
  });
}

const refusals = {
  host_taken: 'the host belongs to another account',
  not_found: 'the account has no custom domain, redirect or rules with the host',
} as const;

/** `outcomes` has what became of those that could be read, in their order. */
function toWire(reading: Reading, outcomes: Iterator<ImportResult, undefined>): Static<typeof resultSchema> {
  const { host } = reading;
  if (!('checked' in reading))
    return { host, result: 'refused', error_code: reading.error_code, error: reading.error };
  const result = outcomes.next().value ?? 'not_found';
  return result === 'imported' || result === 'unchanged'
    ? { host, result, error_code: null, error: null }
    : { host, result: 'refused', error_code: result, error: refusals[result] };
}

function listOf(body: RequestBody, name: 'acme_accounts' | 'certificates'): readonly Item[] {
  const value = body.attributes.get(name) ?? [];
  const isList = Array.isArray(value) && value.length <= maxBatch;
  if (!isList) throw invalid(`${name} is not a list of at most ${maxBatch}`);
  return value.map((item: unknown, index) => {
    if (typeof item !== 'object' || item === null) throw invalid(`${name}[${index}] is not an object`);
    return Object.fromEntries(Object.entries(item));
  });
}

/** Errors: `body_invalid`. */
function readAccount({ directory_url, url, private_key }: Item, index: number): ImportedAccount {
  const [directory, accountUrl] = [webUrl(directory_url), webUrl(url)];
  if (directory === undefined || accountUrl === undefined)
    throw invalid(`acme_accounts[${index}] has a directory_url or url that is not an http or https URL`);
  try {
    const key = readAccountKey(typeof private_key === 'string' ? private_key : '');
    const privateKeyPem = accountKeyPem(key.privateKey);
    return { directoryUrl: directory, url: accountUrl, privateKeyPem, thumbprint: key.thumbprint };
  } catch {
    throw invalid(`the private_key of acme_accounts[${index}] is not an EC or RSA key`);
  }
}

function readCertificate(
  { host: named, certificate, private_key, directory_url, account_url }: Item,
  index: number,
  now: number,
): Reading {
  if (typeof named !== 'string') throw invalid(`certificates[${index}] has no host`);
  const parsed = parseHostOrWildcard(named);
  if (!parsed.ok)
    return { host: named, error_code: 'host_invalid', error: 'it is not a host name that can be used here' };
  const { host } = parsed;
  const directoryUrl = directory_url == null ? null : webUrl(directory_url);
  if (directoryUrl === undefined || typeof certificate !== 'string' || typeof private_key !== 'string')
    throw invalid(
      `certificates[${index}] lacks its certificate or private_key, or its directory_url is no URL`,
    );
  const check = checkImported({ certificatePem: certificate, privateKeyPem: private_key, directoryUrl }, now);
  if (!check.ok) return { host, error_code: check.code, error: check.reason };
  if (!check.certificate.names.includes(host))
    return { host, error_code: 'certificate_invalid', error: 'the certificate is not for this host' };
  const accountUrl = typeof account_url === 'string' ? account_url : null;
  return { host, checked: { host, certificate: check.certificate, directoryUrl, accountUrl } };
}

/** As it is written, since authorities are told apart by it. */
function webUrl(value: unknown): string | undefined {
  return typeof value === 'string' && isWebUrl(value) ? value : undefined;
}

function invalid(message: string): ServiceError {
  return new ServiceError('body_invalid', message);
}
