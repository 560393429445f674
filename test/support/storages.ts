/** Folders with certificates as other programs keep them, made by hand in their layouts. */
import type { KeyObject } from 'node:crypto';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type MadeCertificate,
  makeAuthority,
  makeCertificate,
  newEcKey,
  newRsaKey,
} from './certificate-maker.ts';

export const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory';
export const letsEncryptAccount = 'https://acme-v02.api.letsencrypt.org/acme/acct/4711';
/** Making a key takes longer than what most tests do with it. */
export const sharedKey: KeyObject = newEcKey();

export const testIssuer: MadeCertificate = makeAuthority('Test authority', { key: sharedKey });

export function certificateOf(...sans: string[]): MadeCertificate {
  return makeCertificate({ sans, issuer: testIssuer });
}

/** Readable by its owner only. */
export async function put(path: string, text: string, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, mode);
}

export type CaddySite = {
  readonly host: string;
  readonly pem: string;
  readonly keyPem: string;
  /** The authority's folder. */
  readonly authority?: string;
};

export async function putCaddySite(
  root: string,
  { host, pem, keyPem, authority = 'acme-v02.api.letsencrypt.org-directory' }: CaddySite,
): Promise<string> {
  const name = host.replace('*', 'wildcard_');
  const file = join(root, 'certificates', authority, name, name);
  await put(`${file}.crt`, pem);
  await put(`${file}.key`, keyPem);
  await put(
    `${file}.json`,
    JSON.stringify({ sans: [host], issuer_data: { url: `${new URL(letsEncrypt).origin}/acme/cert/1` } }),
  );
  return file;
}

export async function putCaddyAccount(
  root: string,
  authority = 'acme-v02.api.letsencrypt.org-directory',
  url: string = letsEncryptAccount,
): Promise<void> {
  const file = join(root, 'acme', authority, 'users', 'ops@example.com', 'ops');
  await put(
    `${file}.json`,
    JSON.stringify({ status: 'valid', contact: ['mailto:ops@example.com'], location: url }),
  );
  await put(`${file}.key`, sharedKey.export({ type: 'sec1', format: 'pem' }).toString());
}

type TraefikCertificate = {
  readonly names: readonly string[];
  readonly pem: string;
  readonly keyPem: string;
};

export function traefikFile(
  certificates: readonly TraefikCertificate[],
  url: string = letsEncryptAccount,
): object {
  const key = newRsaKey().export({ type: 'pkcs1', format: 'der' });
  return {
    letsencrypt: {
      Account: {
        Email: 'ops@example.com',
        Registration: { body: { status: 'valid' }, uri: url },
        PrivateKey: key.toString('base64'),
        KeyType: '4096',
      },
      Certificates: certificates.map(({ names: [main, ...sans], pem, keyPem }) => ({
        domain: { main, ...(sans.length > 0 && { sans }) },
        certificate: Buffer.from(pem).toString('base64'),
        key: Buffer.from(keyPem).toString('base64'),
        Store: 'default',
      })),
    },
  };
}

/** `live` has links into `archive`, as certbot makes them. */
export async function putCertbotLineage(
  root: string,
  name: string,
  { pem, keyPem }: { readonly pem: string; readonly keyPem: string },
  server: string = letsEncrypt,
): Promise<void> {
  await mkdir(join(root, 'live', name), { recursive: true });
  for (const [file, text] of [
    ['fullchain', pem],
    ['privkey', keyPem],
  ] as const) {
    await put(join(root, 'archive', name, `${file}2.pem`), text);
    await symlink(`../../archive/${name}/${file}2.pem`, join(root, 'live', name, `${file}.pem`));
  }
  const id = '0123456789abcdef0123456789abcdef';
  await put(
    join(root, 'renewal', `${name}.conf`),
    `version = 2.11.0\nprivkey = /etc/letsencrypt/live/${name}/privkey.pem\n\n[renewalparams]\naccount = ${id}\nserver = ${server}\n`,
  );
}

export async function putCertbotAccount(
  root: string,
  url: string = letsEncryptAccount,
  server: string = letsEncrypt,
): Promise<void> {
  const { host, pathname } = new URL(server);
  const place = join(root, 'accounts', host, pathname, '0123456789abcdef0123456789abcdef');
  await put(join(place, 'private_key.json'), JSON.stringify(newRsaKey().export({ format: 'jwk' })));
  await put(join(place, 'regr.json'), JSON.stringify({ body: {}, uri: url }));
  await put(join(place, 'meta.json'), JSON.stringify({ creation_host: 'old' }));
}

export async function putAcmeShHost(
  root: string,
  host: string,
  { pem, keyPem }: { readonly pem: string; readonly keyPem: string },
  {
    others = 'no',
    ending = '_ecc',
    server = letsEncrypt,
  }: { readonly others?: string; readonly ending?: string; readonly server?: string } = {},
): Promise<void> {
  const folder = join(root, `${host}${ending}`);
  await put(join(folder, 'fullchain.cer'), pem);
  await put(join(folder, `${host}.key`), keyPem);
  await put(join(folder, `${host}.conf`), `Le_Domain='${host}'\nLe_Alt='${others}'\nLe_API='${server}'\n`);
}

export async function putAcmeShAccount(
  root: string,
  url: string = letsEncryptAccount,
  server: string = letsEncrypt,
): Promise<void> {
  const { hostname, pathname } = new URL(server);
  const place = join(root, 'ca', hostname, pathname);
  await put(join(place, 'account.key'), sharedKey.export({ type: 'sec1', format: 'pem' }).toString());
  await put(join(place, 'ca.conf'), `CA_KEY_HASH='x'\nACCOUNT_URL='${url}'\n`);
}
