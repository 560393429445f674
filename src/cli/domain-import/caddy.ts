/**
 * Caddy's storage folder: `certificates/<authority>/<host>/<host>.{crt,key,json}` and
 * `acme/<authority>/users/<email>/*.{json,key}`. Source: docs/guides/moving-in.md, Caddy's documentation ("Data directory").
 */
import { quoteValue } from '../../core/errors.ts';
import { CliError } from '../failures.ts';
import { directoryOfFolder } from './directories.ts';
import { Folder, objectOf, parseObject, textOf } from './folder.ts';
import { type Found, type FoundAccount, refused } from './found.ts';

/** What Caddy puts in the place of an asterisk. */
const wildcard = 'wildcard_';
const internalAuthority = 'local';

export async function* readCaddy(path: string, directoryUrl: string | undefined): AsyncGenerator<Found> {
  const folder = await Folder.open(path);
  const authorities = await folder.folders('certificates');
  if (authorities.length === 0) throw new CliError(await problemOf(folder, path));
  for (const authority of authorities) {
    const problem = await folder.linkProblem(`certificates/${authority}`);
    if (problem !== undefined) {
      yield refused(authority, problem);
      continue;
    }
    const accounts: FoundAccount[] = [];
    for await (const found of readAccounts(folder, authority, directoryUrl)) {
      if (found.kind === 'account') accounts.push(found);
      yield found;
    }
    for (const name of await folder.folders(`certificates/${authority}`))
      yield await readHost(folder, authority, name, accounts, directoryUrl);
  }
}

async function problemOf(folder: Folder, path: string): Promise<string> {
  for (const authority of await folder.folders('acme'))
    if ((await folder.folders(`acme/${authority}/sites`)).length > 0)
      return `${quoteValue(path)} has the layout of Caddy 1; start Caddy 2 with it once, or import from elsewhere`;
  return `${quoteValue(path)} is not Caddy's storage: it has no folder certificates with anything in it`;
}

async function* readAccounts(
  folder: Folder,
  authority: string,
  directoryUrl: string | undefined,
): AsyncGenerator<Found> {
  for (const email of await folder.folders(`acme/${authority}/users`)) {
    const [from, users] = [`account ${email} at ${authority}`, `acme/${authority}/users/${email}`];
    const problem = await folder.linkProblem(users);
    if (problem !== undefined) {
      yield refused(from, problem);
      continue;
    }
    for (const name of (await folder.files(users)).filter((each) => each.endsWith('.json'))) {
      const base = name.slice(0, -'.json'.length);
      const [about, key] = [await folder.read(`${users}/${name}`), await folder.read(`${users}/${base}.key`)];
      if (!about.ok || !key.ok) {
        yield refused(from, about.ok ? (key.ok ? '' : key.reason) : about.reason);
        continue;
      }
      const url = textOf(parseObject(about.text)?.['location']);
      const directory = directoryOfFolder(authority, url) ?? directoryUrl;
      if (url === undefined || directory === undefined)
        yield refused(from, `${name} is not whole, or its authority is unknown`);
      else yield { kind: 'account', from, directoryUrl: directory, url, privateKeyPem: key.text };
    }
  }
}

async function readHost(
  folder: Folder,
  authority: string,
  name: string,
  accounts: readonly FoundAccount[],
  directoryUrl: string | undefined,
): Promise<Found> {
  const host = name.startsWith(wildcard) ? `*${name.slice(wildcard.length)}` : name;
  const from = `${host} (${authority})`;
  const refuse = (reason: string) => refused(from, reason, [host]);
  if (authority === internalAuthority)
    return refuse('Caddy made it with its internal authority: browsers refuse it');
  const file = (ending: string) => folder.read(`certificates/${authority}/${name}/${name}.${ending}`);
  const [certificate, key, about] = [await file('crt'), await file('key'), await file('json')];
  if (!certificate.ok) return refuse(certificate.reason);
  if (!key.ok) return refuse(key.reason);
  if (!about.ok && !about.isMissing) return refuse(about.reason);
  const data = about.ok ? parseObject(about.text) : {};
  if (!data) return refuse(`${name}.json is not whole`);
  const issued = objectOf(data['issuer_data']) ?? {};
  const [only, ...others] = accounts;
  const accountUrl = textOf(issued['account']) ?? (others.length === 0 ? only?.url : undefined) ?? null;
  const directory =
    textOf(issued['ca']) ??
    accounts.find(({ url }) => url === accountUrl)?.directoryUrl ??
    directoryOfFolder(authority, textOf(issued['url'])) ??
    directoryUrl ??
    null;
  return {
    kind: 'certificate',
    from,
    certificatePem: certificate.text,
    privateKeyPem: key.text,
    names: [host],
    directoryUrl: directory,
    accountUrl,
    isKeyPublic: key.isPublic,
  };
}
