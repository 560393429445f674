/**
 * Certificates in the dashboard: list, details, upload by files and by pasting, deleting. Source:
 * docs/guides/dashboard-redirects.md ("Certificates").
 */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MadeCertificate, makeAuthority, makeCertificate, oids } from '../support/certificate-maker.ts';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';

const dayMs = 86_400_000;

describe.skipIf(!chromiumPath)('certificates in the dashboard', () => {
  const authority = makeAuthority('Example TLS R3', {
    subject: [[[oids.O, 'Example Trust Services']], [[oids.CN, 'Example TLS R3']]],
  });
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
  });
  afterEach(() => dashboard.closePages());

  const make = (sans: readonly string[], days = 90): MadeCertificate =>
    makeCertificate({
      sans,
      subject: [[[oids.CN, sans[0] ?? '']]],
      issuer: authority,
      notAfter: new Date(Date.now() + days * dayMs),
    });
  const collection = () => `/api/v1/accounts/${dashboard.service.accountUuid}/custom_certificates`;
  const store = async (made: MadeCertificate): Promise<string> => {
    const json = { certificate: made.pem + authority.pem, private_key: made.keyPem };
    const answer = await dashboard.service.api(collection(), { json });
    expect(answer.status).toBe(201);
    return answer.body.uuid;
  };
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'application/x-pem-file',
    buffer: Buffer.from(text),
  });
  const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
    page.locator('input[type=file]').setInputFiles(files);
  /** Pastes a text as a person does who has copied it elsewhere. */
  const paste = async (page: Page, text: string): Promise<void> => {
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ${JSON.stringify(text)});
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('textarea').dispatchEvent(event);
    })()`);
  };

  test('are listed with what they are for, and with a warning in words when they end', async () => {
    await store(make(['in-two-days.example'], 2.5));
    await store(make(['in-ten-days.example'], 10.5));
    await store(make(['in-three-weeks.example', 'www.in-three-weeks.example'], 21.5));
    await store(make(['in-a-year.example', 'b.example', 'c.example'], 365.5));
    const { page, complaints } = await dashboard.open('/certificates');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('in-two-days.example').waitFor();
    await expect
      .poll(() => row('in-two-days.example').textContent())
      .toMatch(/Example TLS R3.*in 2 days.*Expires within 3 days/);
    await expect
      .poll(() => row('in-ten-days.example').textContent())
      .toMatch(/in 10 days.*Expires within 14 days/);
    await expect
      .poll(() => row('and www.in-three-weeks.example').textContent())
      .toMatch(/in 21 days.*Expires within 30 days/);
    await expect
      .poll(() => row('in-a-year.example').textContent())
      .toMatch(/and 2 other names.*in 12 months.*Valid/);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'certificates');
    await page.getByRole('link', { name: 'automatic ones' }).click();
    await page.getByText(/ordered and renewed for you/).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('show every number of theirs, and a hundred names, with buttons that copy', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `tenant-${n + 1}.many.example`);
    const uuid = await store(make(names));
    const { body } = await dashboard.service.api(`${collection()}/${uuid}`);
    const { page, complaints } = await dashboard.open(`/certificates/${uuid}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('heading', { level: 1, name: 'tenant-1.many.example' }).waitFor();
    for (const text of [
      body.fingerprint,
      body.serial_number,
      body.public_key_sha,
      body.signature_algorithm,
      body.issuer,
      body.subject,
    ]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await page.getByText('No domain or redirect uses one of these names yet.').waitFor();
    // It is said for two seconds only.
    await Promise.all([
      page.getByText('Copied').waitFor(),
      page.getByRole('button', { name: 'Copy fingerprint' }).click(),
    ]);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(body.fingerprint);
    await page.getByRole('button', { name: 'Copy all names' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(names.join('\n'));
    await page.getByLabel('Filter names').fill('TENANT-10');
    await expect
      .poll(() => page.getByRole('region', { name: 'Names' }).getByRole('listitem').count())
      .toBe(2);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'certificate');
    expect(complaints).toEqual([]);
  });

  test('that do not exist are said not to', async () => {
    const { page } = await dashboard.open('/certificates/01a1ffcb-8dac-7722-9ebd-b1e14ae0573a');
    await page.getByText('Certificate not found').waitFor();
    await page.getByRole('link', { name: 'Show all certificates' }).click();
    await page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();
  });

  test('are uploaded from two files, shown before they are sent, without the key ever in the page', async () => {
    const made = make(['upload.example', '*.upload.example']);
    const { page, complaints } = await dashboard.open('/certificates');
    await page.getByRole('button', { name: 'Upload certificate' }).click();
    const dialog = page.getByRole('dialog');
    const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
    await expect.poll(() => upload.isDisabled()).toBe(true);
    // Neither name says what is in it.
    await choose(page, file('one.txt', made.keyPem));
    await dialog.getByText('EC, from one.txt. It is not shown.').waitFor();
    await expect.poll(() => upload.isDisabled()).toBe(true);
    await choose(page, file('two.txt', authority.pem + made.pem));
    await dialog.getByText('upload.example, *.upload.example').waitFor();
    await dialog.getByText(/EC · by Example TLS R3 · expires in 2 months/).waitFor();
    const secret = made.keyPem.split('\n')[1] ?? '';
    expect(await page.content()).not.toContain(secret);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'certificate-upload');
    await upload.click();
    // The message is shown for five seconds only.
    await Promise.all([
      page.getByText('The certificate for upload.example is now served.').waitFor(),
      page.getByRole('heading', { level: 1, name: 'upload.example' }).waitFor(),
    ]);
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML])',
    );
    expect(kept).not.toContain(secret);
    expect(complaints).toEqual([]);
  });

  test('are uploaded by dropping one file, or by pasting, and nothing that is pasted is shown', async () => {
    const dropped = make(['dropped.example']);
    const { page, complaints } = await dashboard.open('/certificates?upload');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Drop files here, or').waitFor();
    const transfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(dropped.pem + dropped.keyPem)}], 'all.pem'));
      return data;
    })()`);
    await dialog.getByText('Drop files here, or').dispatchEvent('drop', { dataTransfer: transfer });
    await dialog.getByText('none: some clients miss them').waitFor();
    await dialog.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => dialog.getByText('missing').count()).toBe(2);

    const pasted = make(['pasted.example']);
    await paste(page, `${pasted.pem}${authority.pem}`);
    await dialog.getByText('pasted.example', { exact: true }).waitFor();
    await paste(page, 'nothing of use');
    await dialog.getByText('What you pasted contains no PEM certificate or private key.').waitFor();
    await paste(page, pasted.keyPem);
    await dialog.getByText('EC, from What you pasted. It is not shown.').waitFor();
    await expect.poll(() => page.getByLabel('Paste PEM here').inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'pasted.example' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('that the API refuses keep the files, with its sentence where it belongs', async () => {
    const made = make(['refused.example']);
    const other = make(['other.example']);
    const { page } = await dashboard.open('/certificates?upload');
    const dialog = page.getByRole('dialog');
    const part = (title: string) => dialog.getByRole('listitem').filter({ hasText: title });
    const upload = dialog.getByRole('button', { name: 'Upload', exact: true });

    await choose(page, file('cert.pem', made.pem), file('key.pem', other.keyPem));
    await upload.click();
    await part('Private key').getByRole('alert').filter({ hasText: 'rivate_key' }).waitFor();
    await keepScreenshot(page, 'certificate-refused');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByText('refused.example', { exact: true }).waitFor();

    await dialog.getByRole('button', { name: 'Start over' }).click();
    const expired = makeCertificate({ sans: ['old.example'], notAfter: new Date(Date.now() - 1000) });
    await choose(page, file('cert.pem', expired.pem), file('key.pem', expired.keyPem));
    await upload.click();
    await part('Certificate').getByRole('alert').filter({ hasText: 'expired' }).waitFor();

    await store(made);
    await dialog.getByRole('button', { name: 'Start over' }).click();
    await choose(page, file('cert.pem', made.pem + authority.pem), file('key.pem', made.keyPem));
    await upload.click();
    await part('Certificate').getByRole('alert').filter({ hasText: 'already' }).waitFor();

    // A password, and something else altogether.
    await dialog.getByRole('button', { name: 'Start over' }).click();
    await choose(
      page,
      file('locked.pem', '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----'),
    );
    await dialog.getByText('locked.pem contains a password-protected private key.').waitFor();
    await choose(page, file('photo.jpg', 'not pem'));
    await dialog.getByText('photo.jpg contains no PEM certificate or private key.').waitFor();
  });

  test('are deleted after naming the hosts that have no other', async () => {
    const json = { source_host: 'left.alone.example', destination_url: 'https://www.target.example' };
    await dashboard.service.api(dashboard.service.redirects, { json });
    await dashboard.service.api(dashboard.service.redirects, {
      json: { ...json, source_host: 'both.alone.example' },
    });
    await store(make(['both.alone.example']));
    const uuid = await store(make(['*.alone.example']));
    const { page, complaints } = await dashboard.open(`/certificates/${uuid}`);
    await page.getByText('(has another certificate, too)').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByText('One host has no other certificate:').waitFor();
    await confirm.getByText('left.alone.example', { exact: true }).waitFor();
    expect(await confirm.getByText('both.alone.example', { exact: true }).count()).toBe(0);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'certificate-delete');
    await confirm.getByRole('button', { name: 'Delete certificate' }).click();
    await page.getByText('The certificate of *.alone.example was deleted.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();
    expect((await dashboard.service.api(`${collection()}/${uuid}`)).status).toBe(404);
    expect(complaints).toEqual([]);
  });

  test('fit a phone, in the dark too', async () => {
    const uuid = await store(
      make(['a-rather-long-name-for-a-host.of-a-tenant.phone.example', 'b.phone.example']),
    );
    const { page, complaints } = await dashboard.open('/certificates', {
      viewport: phone,
      colorScheme: 'dark',
    });
    await page.getByRole('link', { name: 'a-rather-long-name-for-a-host' }).waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Upload certificate' }).click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'a-rather-long-name-for-a-host' }).click();
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/certificates/${uuid}`);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'certificate-phone-dark');
    expect(complaints).toEqual([]);
  });
});
