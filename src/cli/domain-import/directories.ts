/** Directories of well-known certificate authorities, for sources that don't name them. Source: the authorities' documentation. */
import { parseUrl } from '../../core/url.ts';

const directories = [
  'https://acme-v02.api.letsencrypt.org/directory',
  'https://acme-staging-v02.api.letsencrypt.org/directory',
  'https://acme.zerossl.com/v2/DV90',
  'https://dv.acme-v02.api.pki.goog/directory',
  'https://dv.acme-v02.test-api.pki.goog/directory',
  'https://acme.ssl.com/sslcom-dv-rsa',
  'https://acme.ssl.com/sslcom-dv-ecc',
  'https://api.buypass.com/acme/directory',
  'https://api.test4.buypass.no/acme/directory',
] as const;

/** The one directory at the host of an account's URL; undefined: it isn't well known, or there are several. */
export function directoryAt(accountUrl: string): string | undefined {
  const host = parseUrl(accountUrl)?.host;
  const found = directories.filter((url) => new URL(url).host === host);
  return found.length === 1 ? found[0] : undefined;
}

/** The directory that Caddy calls a folder by; `accountUrl` is at the same origin, for authorities that aren't well known. */
export function directoryOfFolder(folder: string, accountUrl: string | undefined): string | undefined {
  const known = directories.find((url) => caddyFolderOf(url) === folder);
  if (known !== undefined || accountUrl === undefined) return known;
  const origin = parseUrl(accountUrl)?.origin;
  const host = origin === undefined ? undefined : caddyFolderOf(origin);
  if (origin === undefined || host === undefined || !folder.startsWith(`${host}-`)) return undefined;
  return `${origin}/${folder.slice(host.length + 1).replaceAll('-', '/')}`;
}

/** As Caddy names its folders: host and path in lower case, without what isn't safe in a name. */
function caddyFolderOf(directoryUrl: string): string {
  const { host, pathname } = new URL(directoryUrl);
  const path = pathname.replaceAll('/', '-').replaceAll(/^-+|-+$/g, '');
  return (path === '' ? host : `${host}-${path}`).toLowerCase().replaceAll(':', '-');
}
