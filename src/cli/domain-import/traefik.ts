/** Traefik's `acme.json` (versions 2 and 3): for each resolver an account and certificates. Source: docs/guides/moving-in.md. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { accountKeyPem } from '../../certificates/account-key.ts';
import { quoteValue } from '../../core/errors.ts';
import { CliError } from '../failures.ts';
import { wrongFile } from '../named-file.ts';
import { directoryAt } from './directories.ts';
import { Folder, objectOf, parseObject, textOf } from './folder.ts';
import { type Found, refused } from './found.ts';

/** Some 30,000 certificates. */
const maxBytes = 256 * 1024 * 1024;

export async function* readTraefik(path: string, directoryUrl: string | undefined): AsyncGenerator<Found> {
  const { folder, name } = await Folder.around(path);
  const file = await folder.read(name, maxBytes);
  if (!file.ok) throw wrongFile('PATH', path, file.reason);
  const resolvers = parseObject(file.text);
  if (!resolvers) throw new CliError(`${quoteValue(path)} is not whole: it is not well-formed JSON`);
  if ('Account' in resolvers || 'Certificates' in resolvers || 'DomainsCertificate' in resolvers)
    throw new CliError(
      `${quoteValue(path)} has the layout of Traefik 1; "traefik-migration-tool acme" converts it`,
    );
  let isAny = false;
  for (const [resolver, value] of Object.entries(resolvers)) {
    const content = objectOf(value);
    if (!content || !('Certificates' in content)) {
      yield refused(
        `resolver ${resolver}`,
        'it has no Certificates, so it is of another version or not whole',
      );
      continue;
    }
    isAny = true;
    yield* readResolver(resolver, content, directoryUrl, file.isPublic);
  }
  if (!isAny)
    throw new CliError(
      `${quoteValue(path)} is not Traefik's acme.json: it has no resolver with certificates`,
    );
}

async function* readResolver(
  resolver: string,
  content: Readonly<Record<string, unknown>>,
  given: string | undefined,
  isKeyPublic: boolean,
): AsyncGenerator<Found> {
  const account = objectOf(content['Account']);
  const url = textOf(objectOf(account?.['Registration'])?.['uri']);
  const directoryUrl = (url === undefined ? undefined : directoryAt(url)) ?? given ?? null;
  if (account && url !== undefined) {
    const from = `account of resolver ${resolver}`;
    const key = accountKeyOf(textOf(account['PrivateKey']) ?? '');
    if (!key) yield refused(from, 'its PrivateKey is not a key, or not whole');
    else if (directoryUrl === null)
      yield refused(from, 'the file does not name its authority; --directory does');
    else {
      yield { kind: 'account', from, directoryUrl, url, privateKeyPem: accountKeyPem(key) };
    }
  }
  const list = content['Certificates'] ?? [];
  if (!Array.isArray(list)) yield refused(`resolver ${resolver}`, 'its Certificates are not a list');
  for (const [place, item] of (Array.isArray(list) ? list : []).entries()) {
    const one = objectOf(item) ?? {};
    const domain = objectOf(one['domain']) ?? {};
    const { main, sans } = domain;
    const names = [main, ...(Array.isArray(sans) ? sans : [])].filter((each) => typeof each === 'string');
    const from = `${names[0] ?? `certificate ${place}`} (${resolver})`;
    const [certificate, key] = [textOf(one['certificate']), textOf(one['key'])];
    if (names.length === 0)
      yield refused(from, 'it has no domain: the file is of another version or not whole');
    else if (certificate === undefined) yield refused(from, 'its certificate is missing', names);
    else if (key === undefined) yield refused(from, 'its key is missing', names);
    else
      yield {
        kind: 'certificate',
        from,
        certificatePem: Buffer.from(certificate, 'base64').toString('latin1'),
        privateKeyPem: Buffer.from(key, 'base64').toString('latin1'),
        names,
        directoryUrl,
        accountUrl: url ?? null,
        isKeyPublic,
      };
  }
}

/** DER in base64, without a word on which. */
function accountKeyOf(base64: string): KeyObject | undefined {
  const key = Buffer.from(base64, 'base64');
  for (const type of ['pkcs1', 'pkcs8', 'sec1'] as const) {
    try {
      return createPrivateKey({ key, format: 'der', type });
    } catch {
      // It is of another type.
    }
  }
  return undefined;
}
