/** What every control store must do with certificates and accounts from elsewhere. Source: docs/guides/moving-in.md. */
import { expect, test } from 'vitest';
import { newAccountKeyPem, readAccountKey } from '../../../src/certificates/account-key.ts';
import { checkAutomaticCertificates } from '../../../src/cli/doctor/automatic-certificates.ts';
import { parseConfig } from '../../../src/config/config.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import {
  type CheckedImport,
  importCertificates,
} from '../../../src/features/automatic-certificates/import-certificates.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { domainOf } from './stores.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const directoryUrl = 'https://ca.example/directory';
const accountUrl = 'https://ca.example/acct/7';
const ownUrl = 'https://ca.example/acct/1';

function newAccount() {
  const privateKeyPem = newAccountKeyPem();
  const { thumbprint } = readAccountKey(privateKeyPem);
  return { directoryUrl, url: accountUrl, privateKeyPem, thumbprint };
}

/** What the doctor says first of each account. */
async function examine({ database, secretKeys }: ControlStore, clock: Clock): Promise<string[]> {
  const env = { NAMEPLATE_ACME: 'on', NAMEPLATE_ACME_DIRECTORY: directoryUrl, NAMEPLATE_API_PORT: '1' };
  const found = await checkAutomaticCertificates(parseConfig(env), database, secretKeys, clock);
  const ofAccounts = found.filter(({ check }) => /accounts? with the authority/.test(check));
  return ofAccounts.map(({ message }) => message.slice(0, message.indexOf(' CAA records')));
}

onEachControlStore('imported certificates', (newLocation) => {
  const open = async () => {
    const opened = await openCertificates(newLocation);
    const importOf = (host: string, days = 60): CheckedImport => ({
      host,
      certificate: opened.certificateFor(host, days),
      directoryUrl,
      accountUrl,
    });
    return { ...opened, importOf };
  };

  test('serve at once, and are looked at within an hour', async () => {
    const { store, clock, accountUuid, addDomain, importOf, take, takeOne } = await open();
    await addDomain('shop.example.com');
    const account = newAccount();
    const one = importOf('shop.example.com');
    expect(await importCertificates(store, accountUuid, [account], [one])).toEqual(['imported']);
    const [served] = await store.certificates.findForHost('shop.example.com');
    expect(served).toMatchObject({ fingerprint: one.certificate.fingerprint, sans: ['shop.example.com'] });
    expect(await take()).toEqual([]);
    clock.time += hourMs;
    const taken = await takeOne();
    expect(taken).toMatchObject({
      failures: 0,
      isAskedFor: false,
      current: { fingerprint: one.certificate.fingerprint, directoryUrl },
      importedAccount: { url: accountUrl },
    });
    const stored = await store.acmeAccounts.findImported(taken.importedAccount?.id ?? '', directoryUrl);
    expect(stored).toEqual({ privateKeyPem: account.privateKeyPem, url: accountUrl });
    expect(await store.acmeAccounts.findUrl(directoryUrl, '')).toBeUndefined();
  });

  test('go to hosts that the account has, and only where they end later', async () => {
    const { store, accountUuid, addDomain, importOf } = await open();
    const other = (await new Accounts(store).create('Other')).uuid;
    for (const host of ['a.example.com', 'b.example.com']) await addDomain(host);
    const hosts = ['a.example.com', 'b.example.com', 'nobody.example.com'];
    const account = newAccount();
    const many = (days: number, uuid = accountUuid, isDryRun = false) =>
      importCertificates(
        store,
        uuid,
        [account],
        hosts.map((host) => importOf(host, days)),
        isDryRun,
      );
    expect(await many(60, accountUuid, true)).toEqual(['imported', 'imported', 'not_found']);
    expect(await store.certificates.findForHost('a.example.com')).toEqual([]);
    expect(await store.database.queries.selectFrom('acme_accounts').selectAll().execute()).toEqual([]);
    expect(await many(60, other)).toEqual(['host_taken', 'host_taken', 'not_found']);
    expect(await many(60)).toEqual(['imported', 'imported', 'not_found']);
    expect(await many(60)).toEqual(['unchanged', 'unchanged', 'not_found']);
    expect(await many(30)).toEqual(['unchanged', 'unchanged', 'not_found']);
    expect(await many(80)).toEqual(['imported', 'imported', 'not_found']);
    const accounts = await store.database.queries.selectFrom('acme_accounts').select('url').execute();
    expect(accounts).toEqual([{ url: accountUrl }]);
    expect(await importCertificates(store, accountUuid, [], [])).toEqual([]);
  });

  test('are renewed with their account, until another authority issues or it is forgotten', async () => {
    const { store, clock, accountUuid, addDomain, importOf, takeOne, certificateFor } = await open();
    await addDomain('shop.example.com');
    await importCertificates(store, accountUuid, [newAccount()], [importOf('shop.example.com')]);
    const queue = new AutomaticCertificates(store);
    const renew = async (days: number, directory: string) => {
      clock.time += hourMs;
      const taken = await takeOne();
      await queue.complete(taken, certificateFor('shop.example.com', days), clock.time, directory);
      return taken.importedAccount?.url;
    };
    expect(await renew(90, directoryUrl)).toBe(accountUrl);
    expect(await renew(91, directoryUrl)).toBe(accountUrl);
    expect(await renew(92, 'https://other.example/directory')).toBe(accountUrl);
    expect(await renew(93, directoryUrl)).toBeUndefined();

    await importCertificates(store, accountUuid, [newAccount()], [importOf('shop.example.com', 120)]);
    clock.time += hourMs;
    const taken = await takeOne();
    await store.acmeAccounts.setUrl(taken.importedAccount?.id ?? '', null);
    await queue.release(taken);
    expect((await takeOne()).importedAccount).toBeNull();
  });

  test('are what CAA records of their hosts have to name the account of, until it is no longer used', async () => {
    const { store, clock, accountUuid, addDomain, importOf, takeOne, certificateFor } = await open();
    for (const host of ['a.example.com', 'b.example.com']) await addDomain(host);
    const { acmeAccounts } = store;
    const { id } = await acmeAccounts.findOrMake(directoryUrl, '', newAccountKeyPem);
    await acmeAccounts.setUrl(id, ownUrl);
    await importCertificates(store, accountUuid, [newAccount()], [importOf('a.example.com')]);
    const urlOf = (host: string, directory = directoryUrl) => acmeAccounts.findUrlFor(host, directory, '');
    expect(await urlOf('a.example.com')).toBe(accountUrl);
    expect(await urlOf('b.example.com')).toBe(ownUrl);
    expect(await urlOf('a.example.com', 'https://other.example/directory')).toBeUndefined();
    expect(await examine(store, clock)).toEqual([`Registered: ${ownUrl}.`, `${accountUrl}.`]);

    clock.time += hourMs;
    const taken = await takeOne();
    await acmeAccounts.setUrl(taken.importedAccount?.id ?? '', null);
    expect(await urlOf('a.example.com')).toBe(ownUrl);
    expect(await examine(store, clock)).toEqual([`Registered: ${ownUrl}.`]);
    await acmeAccounts.setUrl(taken.importedAccount?.id ?? '', accountUrl);
    const elsewhere = 'https://other.example/directory';
    const renewed = certificateFor('a.example.com', 91);
    await new AutomaticCertificates(store).complete(taken, renewed, clock.time, elsewhere);
    expect(await urlOf('a.example.com')).toBe(ownUrl);
  });

  test('whose hosts were made for them are not ordered meanwhile, unless a visitor comes', async () => {
    const { store, clock, accountUuid, addDomain, verify, take, takeOne } = await open();
    const { upstreamUuid } = await addDomain('first.example.com');
    const orderFrom = clock.time + 10 * minuteMs;
    const attributes = [domainOf('a.example.com')];
    const made = await new CustomDomains(store).createMany(accountUuid, upstreamUuid, attributes, {
      orderFrom,
    });
    if (!made || 'taken' in made) throw new Error('they were not made');
    for (const domain of made.created) await verify(domain);
    expect(await take()).toEqual([]);
    clock.time += 9 * minuteMs;
    expect(await take()).toEqual([]);
    expect(await new AutomaticCertificates(store).want('a.example.com')).toBe(true);
    expect((await takeOne()).host).toBe('a.example.com');
  });

  test('leave a lease to its holder, whose certificate counts', async () => {
    const { store, clock, accountUuid, addDomain, importOf, takeOne, certificateFor } = await open();
    await addDomain('shop.example.com');
    const queue = new AutomaticCertificates(store);
    await queue.want('shop.example.com');
    const taken = await takeOne();
    await importCertificates(store, accountUuid, [newAccount()], [importOf('shop.example.com')]);
    const ordered = certificateFor('shop.example.com');
    expect(await queue.complete(taken, ordered, clock.time + hourMs, directoryUrl)).toBe(true);
    const [served] = await store.certificates.findForHost('shop.example.com');
    expect(served?.fingerprint).toBe(ordered.fingerprint);
  });
});
