/**
 * certbot's folder: `live/<name>/` has links into `archive/`, `renewal/<name>.conf` says which account and authority, and
 * `accounts/<authority>/<id>/` has the accounts. Source: docs/guides/moving-in.md, certbot's documentation.
 */
import { createPrivateKey } from 'node:crypto';
import { accountKeyPem } from '../../certificates/account-key.ts';
import { namesIn } from '../../certificates/check-imported.ts';
import { quoteValue } from '../../core/errors.ts';
import { parseUrl } from '../../core/url.ts';
import { CliError } from '../failures.ts';
import { type FileReading, Folder, objectOf, parseObject, textOf } from './folder.ts';
import { type Found, refused } from './found.ts';

const confEnding = '.conf';

export async function* readCertbot(path: string, given: string | undefined): AsyncGenerator<Found> {
  const folder = await Folder.open(path);
  const confs = (await folder.files('renewal')).filter((name) => name.endsWith(confEnding));
  const names = new Set([
    ...(await folder.folders('live')),
    ...confs.map((name) => name.slice(0, -confEnding.length)),
  ]);
  if (names.size === 0)
    throw new CliError(
      `${quoteValue(path)} is not certbot's folder: it has no folders live and renewal with anything in them`,
    );
  const accounts = new Map<string, Found>();
  for (const name of [...names].toSorted()) {
    const conf = await folder.read(`renewal/${name}${confEnding}`);
    if (!conf.ok && !conf.isMissing) {
      yield refused(name, conf.reason);
      continue;
    }
    const settings = conf.ok ? settingsOf(conf.text) : new Map<string, string>();
    const directoryUrl = settings.get('server') ?? given ?? null;
    const id = settings.get('account');
    let account: Found | undefined;
    if (directoryUrl !== null && id !== undefined) {
      const key = `${directoryUrl} ${id}`;
      account = accounts.get(key);
      if (!account) {
        account = await readAccount(folder, directoryUrl, id);
        accounts.set(key, account);
        yield account;
      }
    }
    const [certificate, key] = [
      await folder.read(`live/${name}/fullchain.pem`),
      await folder.read(`live/${name}/privkey.pem`),
    ];
    const likelyNames = likelyNamesOf(name, certificate);
    if (!certificate.ok) yield refused(name, certificate.reason, likelyNames);
    else if (!key.ok) yield refused(name, key.reason, likelyNames);
    else {
      const accountUrl = account?.kind === 'account' ? account.url : null;
      const texts = {
        certificatePem: certificate.text,
        privateKeyPem: key.text,
        isKeyPublic: key.isPublic,
      };
      // The name is certbot's own, such as example.com-0001.
      yield {
        kind: 'certificate',
        from: name,
        ...texts,
        names: [],
        likelyNames,
        directoryUrl,
        accountUrl,
      };
    }
  }
}

/** certbot numbers its second certificate for a host: example.com-0001. */
function likelyNamesOf(name: string, certificate: FileReading): readonly string[] {
  const names = certificate.ok ? namesIn(certificate.text) : [];
  return names.length > 0 ? names : [name.replace(/-\d{4}$/, '')];
}

async function readAccount(folder: Folder, directoryUrl: string, id: string): Promise<Found> {
  const from = `account ${id}`;
  const server = parseUrl(directoryUrl);
  if (!server || !/^[\w-]{1,64}$/.test(id)) return refused(from, 'its renewal file is damaged');
  const place = `accounts/${server.host}${server.pathname.replace(/\/$/, '')}/${id}`;
  const [key, registration] = [
    await folder.read(`${place}/private_key.json`),
    await folder.read(`${place}/regr.json`),
  ];
  if (!key.ok) return refused(from, key.reason);
  if (!registration.ok) return refused(from, registration.reason);
  const url = textOf(parseObject(registration.text)?.['uri']);
  if (url === undefined) return refused(from, 'regr.json is not whole');
  try {
    const jwk = objectOf(parseObject(key.text)) ?? {};
    const privateKeyPem = accountKeyPem(createPrivateKey({ key: jwk, format: 'jwk' }));
    return { kind: 'account', from, directoryUrl, url, privateKeyPem };
  } catch {
    return refused(from, 'private_key.json is not a key, or not whole');
  }
}

/** Lines `name = value`, whatever section they are in. */
function settingsOf(text: string): Map<string, string> {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return new Map(pairs);
}
