/**
 * acme.sh's folder: `<host>/` or `<host>_ecc/` with `fullchain.cer`, `<host>.key` and `<host>.conf`, and accounts in
 * `ca/<authority>/`. Source: docs/guides/moving-in.md, acme.sh's wiki.
 */
import { quoteValue } from '../../core/errors.ts';
import { parseUrl } from '../../core/url.ts';
import { CliError } from '../failures.ts';
import { Folder, parseObject, textOf } from './folder.ts';
import { type Found, refused } from './found.ts';

const ownFolders: ReadonlySet<string> = new Set(['ca', 'deploy', 'dnsapi', 'notify']);
const eccEnding = '_ecc';

export async function* readAcmeSh(path: string, given: string | undefined): AsyncGenerator<Found> {
  const folder = await Folder.open(path);
  const names = (await folder.folders('.')).filter((name) => !ownFolders.has(name) && /\w\.\w/.test(name));
  if (names.length === 0)
    throw new CliError(`${quoteValue(path)} is not acme.sh's folder: it has no folders of hosts`);
  const accounts = new Map<string, Found | undefined>();
  for (const name of names) {
    const host = name.endsWith(eccEnding) ? name.slice(0, -eccEnding.length) : name;
    const conf = await folder.read(`${name}/${host}.conf`);
    if (!conf.ok) {
      yield refused(name, conf.reason, [host]);
      continue;
    }
    const settings = settingsOf(conf.text);
    const others = (settings.get('Le_Alt') ?? '').split(',').filter((each) => each !== '' && each !== 'no');
    const hosts = [...new Set([host, ...others])];
    const directoryUrl = settings.get('Le_API') ?? given ?? null;
    if (directoryUrl !== null && !accounts.has(directoryUrl)) {
      const account = await readAccount(folder, directoryUrl);
      accounts.set(directoryUrl, account);
      if (account) yield account;
    }
    const account = directoryUrl === null ? undefined : accounts.get(directoryUrl);
    const accountUrl = account?.kind === 'account' ? account.url : null;
    const [certificate, key] = [
      await folder.read(`${name}/fullchain.cer`),
      await folder.read(`${name}/${host}.key`),
    ];
    if (!certificate.ok) yield refused(name, certificate.reason, hosts);
    else if (!key.ok) yield refused(name, key.reason, hosts);
    else {
      const texts = {
        certificatePem: certificate.text,
        privateKeyPem: key.text,
        isKeyPublic: key.isPublic,
      };
      yield { kind: 'certificate', from: name, ...texts, names: hosts, directoryUrl, accountUrl };
    }
  }
}

async function readAccount(folder: Folder, directoryUrl: string): Promise<Found | undefined> {
  const server = parseUrl(directoryUrl);
  if (!server) return undefined;
  const from = `account at ${server.host}`;
  // Without the port; older versions leave the path out, too.
  const ofHost = `ca/${server.hostname}`;
  for (const place of [`${ofHost}${server.pathname.replace(/\/$/, '')}`, ofHost]) {
    const key = await folder.read(`${place}/account.key`);
    if (!key.ok && key.isMissing) continue;
    if (!key.ok) return refused(from, key.reason);
    const [conf, json] = [await folder.read(`${place}/ca.conf`), await folder.read(`${place}/account.json`)];
    const url =
      (conf.ok ? settingsOf(conf.text).get('ACCOUNT_URL') : undefined) ??
      (json.ok ? textOf(parseObject(json.text)?.['location']) : undefined);
    if (url === undefined) return refused(from, 'ca.conf does not have its ACCOUNT_URL');
    return { kind: 'account', from, directoryUrl, url, privateKeyPem: key.text };
  }
  return undefined;
}

/** Lines `NAME='value'`; nothing in them is run. */
function settingsOf(text: string): Map<string, string> {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^(\w+)='([^']*)'\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined || value === '' ? [] : [[name, value]];
  });
  return new Map(pairs);
}
