/**
 * Redirects in the dashboard: list, form with its preview, pausing, deleting, export and import. Source:
 * docs/guides/dashboard-redirects.md ("Redirects").
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';

describe.skipIf(!chromiumPath)('redirects in the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
  });
  afterEach(() => dashboard.closePages());

  const createRedirect = async (source_host: string, more: Record<string, unknown> = {}): Promise<string> => {
    const json = { source_host, destination_url: 'https://www.target.example/base', ...more };
    const answer = await dashboard.service.api(dashboard.service.redirects, { json });
    expect(answer.status).toBe(201);
    return answer.body.uuid;
  };
  const storedOf = async (host: string) => {
    const { body } = await dashboard.service.api(`${dashboard.service.redirects}?source_host=${host}`);
    return body.data[0];
  };
  const row = (page: Page, host: string) => page.getByRole('row').filter({ hasText: host });
  const preview = (page: Page) => page.getByRole('status', { name: 'Where the request goes' });

  test('have versions that are restored, and changes that are undone', async () => {
    const host = 'versions.example.com';
    const uuid = await createRedirect(host, { note: 'first' });
    const item = `${dashboard.service.redirects}/${uuid}`;
    await dashboard.service.api(item, { method: 'PUT', json: { note: 'second' } });
    const { page, complaints } = await dashboard.open(`/redirects?query=${host}`);
    await page.getByRole('button', { name: `Actions for ${host}` }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog', { name: `Versions of ${host}` });
    await dialog.getByText('First version').waitFor();
    await expect
      .poll(() => dialog.getByRole('row').nth(1).textContent())
      .toMatch(/^2.*Now.*note: first → second/);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'versions');
    await dialog.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('The version was restored.').waitFor();
    await expect.poll(() => dialog.getByRole('row').count()).toBe(4);
    expect(await storedOf(host)).toMatchObject({ note: 'first' });
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Activity' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: 'second → first' })
      .getByRole('button', { name: `Undo this change of ${host}` })
      .click();
    await page.getByText('The change was undone.').waitFor();
    expect(await storedOf(host)).toMatchObject({ note: 'second' });
    await createRedirect('undone.example.com');
    await page.reload();
    await page.getByRole('button', { name: 'Undo this change of undone.example.com' }).click();
    await page.getByRole('button', { name: 'Undo and delete' }).click();
    await page.getByText('The change was undone.').waitFor();
    expect(await storedOf('undone.example.com')).toBeUndefined();
    await dashboard.service.api(item, { method: 'DELETE' });
    expect(complaints).toEqual([]);
  });

  test('are listed, filtered, sorted and paged by the address', async () => {
    await Promise.all(
      Array.from({ length: 29 }, (_, n) =>
        createRedirect(`page-${String(n).padStart(2, '0')}.paged.example`),
      ),
    );
    // The newest, which is on the first page.
    await createRedirect('page-29.paged.example');
    const { page, complaints } = await dashboard.open('/redirects');
    await page.getByRole('heading', { level: 1, name: 'Redirects' }).waitFor();
    await row(page, 'page-29.paged.example').getByText('Setting up').waitFor();
    await keepScreenshot(page, 'redirects');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);

    await page.getByLabel('Filter redirects').fill('PAGED.example');
    await page.getByText('30 redirects found').waitFor();
    await page.getByRole('button', { name: 'Requests for' }).click();
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toMatch('page-00.paged.example');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('26–30 of 30').waitFor();
    expect(new URL(page.url()).search).toBe('?query=PAGED.example&sort=source_host&page=2');

    await page.reload();
    await page.getByText('26–30 of 30').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(6);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('1–25 of 30').waitFor();

    await page.getByLabel('Filter redirects').fill('nothing has this');
    await page.getByText('No matching redirects').waitFor();
    await page.getByRole('button', { name: 'Show all redirects' }).click();
    await page.getByRole('row').nth(25).waitFor();
    expect(complaints).toEqual([]);
  });

  test('are created, checked while one types, with a preview of what becomes of a request', async () => {
    const { page, complaints } = await dashboard.open('/redirects');
    await page.getByRole('button', { name: 'New redirect' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Enter a host and a destination').waitFor();
    expect(new URL(page.url()).search).toBe('?new=');

    await dialog.getByRole('button', { name: 'Create redirect' }).click();
    await dialog.getByText('Enter the host to redirect.').waitFor();
    await dialog.getByText('Enter the address to redirect to.').waitFor();
    const host = dialog.getByLabel('Host', { exact: true });
    await host.fill('https://new.made.example');
    await dialog.getByText('Enter the host only, without https://.').waitFor();
    await host.fill('MÜNCHEN.made.example');
    await dialog.getByText('It is stored as xn--mnchen-3ya.made.example.').waitFor();
    const path = dialog.getByLabel('Path', { exact: true });
    await path.fill('/a?b');
    await dialog.getByText('Leave out the query. Only paths are compared.').waitFor();
    await path.fill('/docs*');
    const destination = dialog.getByLabel('Goes to');
    await destination.fill('www.target.example');
    await dialog.getByText('Enter a full address that begins with https:// or http://.').waitFor();
    await destination.fill('https://www.target.example/base/?a=1#top');
    await expect
      .poll(() => preview(page).textContent())
      .toContain('https://www.target.example/base/docs/some/path?a=1&x=1#top');
    await expect.poll(() => preview(page).textContent()).toContain('301');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'redirect-form');

    await dialog.getByLabel('Request path').fill('/other');
    await expect.poll(() => preview(page).textContent()).toContain('does not match /docs*');
    await dialog.getByLabel('Request path').fill('/docs/ü?q');
    await dialog.getByLabel('Append the query').uncheck();
    await dialog.getByLabel('Temporary').check();
    await dialog.getByLabel('Note').fill('Flyer, spring');
    await expect
      .poll(() => preview(page).textContent())
      .toContain('https://www.target.example/base/docs/%C3%BC?a=1#top');
    await expect.poll(() => preview(page).textContent()).toContain('302');

    await dialog.getByRole('button', { name: 'Create redirect' }).click();
    await page.getByText('Requests for xn--mnchen-3ya.made.example are now redirected.').waitFor();
    await row(page, 'xn--mnchen-3ya.made.example').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expect
      .poll(() => storedOf('xn--mnchen-3ya.made.example'))
      .toMatchObject({
        match_path: '/docs*',
        destination_url: 'https://www.target.example/base/?a=1#top',
        redirect_type: 'found',
        preserve_path: true,
        preserve_query_string: false,
        active: true,
        note: 'Flyer, spring',
      });
    await row(page, 'xn--mnchen-3ya.made.example').getByText('Flyer, spring').waitFor();
    // What the preview says is what the edge does.
    const answer = await dashboard.service.edge('xn--mnchen-3ya.made.example', '/docs/%C3%BC?q');
    expect(answer).toMatchObject({
      status: 302,
      location: 'https://www.target.example/base/docs/%C3%BC?a=1#top',
    });
    expect(complaints).toEqual([]);
  });

  test('say in the preview when a request would go round in circles', async () => {
    await createRedirect('there.circle.example', { destination_url: 'https://back.circle.example' });
    const { page } = await dashboard.open('/redirects?new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Host', { exact: true }).fill('back.circle.example');
    await dialog.getByLabel('Goes to').fill('https://back.circle.example');
    await dialog.getByLabel('Path', { exact: true }).click();
    await dialog.getByText('This would send every path of back.circle.example back').waitFor();
    await dialog.getByLabel('Path', { exact: true }).fill('/a*');
    await expect.poll(() => preview(page).textContent()).toContain("the redirect doesn't apply");
    await dialog.getByLabel('Goes to').fill('https://there.circle.example');
    await dialog.getByLabel('Path', { exact: true }).fill('*');
    await expect.poll(() => preview(page).textContent()).toContain('too many redirects');

    // Over one host more; it is saved, and the message warns.
    await createRedirect('first.circle.example', { destination_url: 'https://second.circle.example' });
    await createRedirect('second.circle.example', { destination_url: 'https://third.circle.example' });
    await dialog.getByLabel('Host', { exact: true }).fill('third.circle.example');
    await dialog.getByLabel('Goes to').fill('https://first.circle.example');
    await expect.poll(() => preview(page).textContent()).toContain('too many redirects');
    await dialog.getByRole('button', { name: 'Create redirect' }).click();
    await page.getByText('It leads in a circle').waitFor();
  });

  test('whose host is taken are refused at the host, and what was typed stays', async () => {
    const uuid = await createRedirect('taken.example');
    const { page, complaints } = await dashboard.open('/redirects?new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Host', { exact: true }).fill('taken.example');
    await dialog.getByText('taken.example already has a redirect').waitFor();
    await dialog.getByLabel('Goes to').fill('https://www.other.example');
    await dialog.getByRole('button', { name: 'Create redirect' }).click();
    await dialog.getByText(/source_host.*taken\.example.*already/i).waitFor();
    const host = dialog.getByLabel('Host', { exact: true });
    await expect.poll(() => host.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => host.inputValue()).toBe('taken.example');
    await expect.poll(() => dialog.getByLabel('Goes to').inputValue()).toBe('https://www.other.example');

    // Closed by mistake, it opens as it was left.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New redirect' }).click();
    await dialog.getByText('These are the values you entered before closing the form.').waitFor();
    await expect.poll(() => dialog.getByLabel('Goes to').inputValue()).toBe('https://www.other.example');
    await dialog.getByRole('button', { name: 'Edit that one' }).click();
    await page.getByRole('heading', { name: 'Edit redirect' }).waitFor();
    expect(new URL(page.url()).searchParams.get('edit')).toBe(uuid);
    // The refusal itself is what browsers report.
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
  });

  test('are edited at an address of their own, which survives a reload', async () => {
    const uuid = await createRedirect('edit.example');
    const { page, complaints } = await dashboard.open(`/redirects?edit=${uuid}`);
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('Host', { exact: true }).inputValue()).toBe('edit.example');
    await page.reload();
    await dialog.getByLabel('Goes to').fill('https://www.target.example/edited');
    await dialog.getByLabel('Active').uncheck();
    await expect.poll(() => preview(page).textContent()).toContain('Not while the redirect is paused.');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('edit.example was saved.').waitFor();
    await expect
      .poll(() => storedOf('edit.example'))
      .toMatchObject({
        destination_url: 'https://www.target.example/edited',
        active: false,
      });
    expect(complaints).toEqual([]);
  });

  test('are paused with one click, and back at once when the API refuses', async () => {
    await createRedirect('pause.example');
    const { page } = await dashboard.open('/redirects?query=pause.example');
    const active = page.getByRole('switch', { name: 'Redirect pause.example' });
    await active.click();
    await page.getByText('pause.example is paused.').waitFor();
    expect((await dashboard.service.edge('pause.example')).status).toBe(404);
    await active.click();
    await page.getByText('pause.example is redirected again.').waitFor();
    expect((await dashboard.service.edge('pause.example')).status).toBe(301);

    await page.route('**/redirects/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { error: 'the store is away', error_code: 'unavailable' } })
        : route.continue(),
    );
    await active.click();
    await page.getByText('The store is away.').waitFor();
    await expect.poll(() => active.getAttribute('aria-checked')).toBe('true');
  });

  test('are duplicated and deleted, each after a look', async () => {
    await createRedirect('original.example', { match_path: '/x*' });
    const { page, complaints } = await dashboard.open('/redirects?query=original.example');
    await page.getByRole('button', { name: 'Actions for original.example' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('Path', { exact: true }).inputValue()).toBe('/x*');
    await dialog.getByLabel('Host', { exact: true }).fill('copy-of-original.example');
    await dialog.getByRole('button', { name: 'Create redirect' }).click();
    await row(page, 'copy-of-original.example').waitFor();

    await page.getByRole('button', { name: 'Actions for copy-of-original.example' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByText('Delete the redirect for copy-of-original.example?').waitFor();
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => storedOf('copy-of-original.example')).toBeDefined();
    await page.getByRole('button', { name: 'Actions for copy-of-original.example' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await confirm.getByRole('button', { name: 'Delete redirect' }).click();
    await page.getByText('The redirect for copy-of-original.example was deleted.').waitFor();
    expect(await storedOf('copy-of-original.example')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test('are paused, activated and deleted several at once', async () => {
    for (const n of [1, 2, 3]) await createRedirect(`bulk-${n}.example`);
    const { page, complaints } = await dashboard.open('/redirects?query=bulk-&sort=source_host');
    await page.getByLabel('Select bulk-1.example').check();
    await page.getByLabel('Select bulk-2.example').check();
    await page.getByText('2 selected').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 redirects are paused.').waitFor();
    await expect.poll(() => storedOf('bulk-2.example')).toMatchObject({ active: false });
    await expect.poll(() => storedOf('bulk-3.example')).toMatchObject({ active: true });

    await page.getByLabel('Select all redirects on this page').check();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('2 redirects are active again.').waitFor();
    await page.getByLabel('Select all redirects on this page').check();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByText('bulk-3.example').waitFor();
    await confirm.getByRole('button', { name: 'Delete 3 redirects' }).click();
    await page.getByText('No matching redirects').waitFor();
    expect(complaints).toEqual([]);
  });

  test('go through an import that was checked first, and say what exists when it comes again', async () => {
    await createRedirect('exists.import.example');
    const lines = Array.from(
      { length: 30 },
      (_, n) => `n${n}.import.example,https://www.target.example/${n}`,
    );
    const csv = [
      'source_host,destination_url',
      ...lines,
      'exists.import.example,https://www.target.example/other',
      'not a host,https://www.target.example',
      'n0.import.example,https://www.target.example/again',
    ].join('\n');
    const { page, complaints } = await dashboard.open('/redirects?import');
    const dialog = page.getByRole('dialog');
    const file = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('heading', { name: 'Check before importing' }).waitFor();
    await dialog.getByText('line 33').waitFor();
    await dialog.getByText('That isn\'t a valid host name: it has the character " ".').waitFor();
    await dialog
      .getByText('n0.import.example is already on line 2. A host can have only one redirect.')
      .waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'redirect-import');
    await dialog.getByRole('button', { name: '1 to update' }).click();
    await dialog.getByText('https://www.target.example/other').waitFor();
    expect(await storedOf('n1.import.example')).toBeUndefined();

    await dialog.getByRole('button', { name: 'Import 31 redirects' }).click();
    await dialog.getByText('30 redirects were created and 1 changed.').waitFor();
    await expect
      .poll(() => storedOf('n29.import.example'))
      .toMatchObject({
        destination_url: 'https://www.target.example/29',
      });
    await expect
      .poll(() => storedOf('exists.import.example'))
      .toMatchObject({
        destination_url: 'https://www.target.example/other',
      });
    await dialog.getByRole('button', { name: 'Show redirects' }).click();

    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByLabel('Or paste it').fill(['source_host,destination_url', ...lines].join('\r\n'));
    await dialog.getByRole('button', { name: 'Check the pasted text' }).click();
    await dialog.getByText('All of them already exist exactly as in the file.').waitFor();
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Nothing to import' }).isDisabled())
      .toBe(true);
    expect(complaints).toEqual([]);
  });

  test('that cannot be imported are named and can be saved; a pause that the API asks for is kept', async () => {
    const { page } = await dashboard.open('/redirects?import');
    let asked = 0;
    await page.route('**/redirects', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      asked += 1;
      if (asked === 1) {
        const headers = { 'retry-after': '1' };
        return route.fulfill({
          status: 429,
          headers,
          json: { error: 'too many', error_code: 'rate_limited' },
        });
      }
      return route.request().postData()?.includes('bad.import.example') === true
        ? route.fulfill({ status: 400, json: { error: 'it is taken', error_code: 'source_host_taken' } })
        : route.continue();
    });
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('Or paste it')
      .fill(
        'source_host,destination_url\nok.import.example,https://t.example\nbad.import.example,https://t.example',
      );
    await dialog.getByRole('button', { name: 'Check the pasted text' }).click();
    await dialog.getByRole('button', { name: 'Import 2 redirects' }).click();
    await dialog.getByText('1 redirect was created, 0 changed and 1 failed.').waitFor();
    await dialog.getByText('It is taken.').waitFor();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download it' }).click();
    const saved = await readFile(await (await downloading).path(), 'utf8');
    expect(saved).toBe(
      'source_host,destination_url,line,problem\nbad.import.example,https://t.example,3,It is taken.\n',
    );
    await expect.poll(() => storedOf('ok.import.example')).toBeDefined();
  });

  test('of a file without a header are refused as a whole', async () => {
    const { page, complaints } = await dashboard.open('/redirects?import');
    const buffer = Buffer.from('a.example;https://b.example\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('alert').filter({ hasText: 'x.csv: Columns must be separated' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('are exported, all of them, with the columns of the command line', async () => {
    await createRedirect('one.saved.example');
    await createRedirect('two.saved.example');
    const { page, complaints } = await dashboard.open('/redirects');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^redirects-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    expect(head).toBe(
      'source_host,match_path,destination_url,redirect_type,preserve_path,preserve_query_string,active,note,uuid,created_at,updated_at,account_uuid',
    );
    const { body } = await dashboard.service.api(dashboard.service.redirects);
    expect(lines).toHaveLength(body.pagination.count);
    expect(complaints).toEqual([]);
  });

  test('fit a phone, in the dark too', async () => {
    await createRedirect('a-rather-long-name-for-a-host.phone.example');
    const { page, complaints } = await dashboard.open('/redirects', { viewport: phone, colorScheme: 'dark' });
    await row(page, 'a-rather-long-name-for-a-host').waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'redirects-phone-dark');
    await page.getByRole('button', { name: 'New redirect' }).click();
    await page.getByRole('dialog').getByLabel('Host', { exact: true }).waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus goes back to the button that opened it.
    await expect
      .poll(() => page.evaluate<string>('document.activeElement?.textContent ?? ""'))
      .toBe('New redirect');
    expect(complaints).toEqual([]);
  });

  test('can only be read with a token that can only read', async () => {
    await createRedirect('read.example');
    const { service } = dashboard;
    const tokens = `/api/v1/accounts/${service.accountUuid}/access_tokens`;
    const { body } = await service.api(tokens, { json: { name: 'reader', scope: 'read' } });
    const { page, complaints } = await dashboard.open('/redirects', {
      storageState: { cookies: [], origins: [] },
    });
    await page.getByLabel('Access token').fill(body.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText("You're signed in with a read-only token").waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'New redirect' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('switch').first().isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Export' }).isEnabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('take host names as the API takes them: the browser maps them alike', async () => {
    const names = [
      'MÜNCHEN.example',
      'faß.example',
      'ＡＢＣ.example',
      'a。example',
      '日本語.example',
      'exam\u00adple.example',
    ];
    const { page } = await dashboard.open('/redirects?new');
    const dialog = page.getByRole('dialog');
    for (const name of names) {
      await dialog.getByLabel('Host', { exact: true }).fill(name);
      const stored = await createRedirect(name).then((uuid) =>
        dashboard.service.api(`${dashboard.service.redirects}/${uuid}`),
      );
      await dialog.getByText(`It is stored as ${stored.body.source_host}.`, { exact: true }).waitFor();
    }
  });
});
