/** People in the dashboard: the first owner, invitations, roles, second factor. Source: docs/guides/dashboard-people.md. */
import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { totpAt, totpStepOf } from '../../src/secrets/totp.ts';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  keepScreenshot,
  phone,
  scrollsSideways,
  signedOut,
  TestDashboard,
} from '../support/dashboard.ts';
import type { TestAccount } from '../support/test-account.ts';

const password = 'a walrus in a fjord';

describe.skipIf(!chromiumPath)('people in the dashboard', () => {
  let dashboard: TestDashboard;
  let service: TestAccount;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
    service = dashboard.service;
  });
  afterEach(() => dashboard.closePages());

  /** Opens a page in a browser that is signed out. */
  const open = (path: string, viewport: { width: number; height: number } = desktop) =>
    dashboard.open(path, { viewport, ...signedOut });
  const signInWithToken = async (page: Page): Promise<void> => {
    await page.getByLabel('Access token').fill(service.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const signIn = async (page: Page, email: string, code?: string): Promise<void> => {
    await page.getByRole('button', { name: 'Email and password' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    if (code === undefined) return;
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  /** Reads a screenshot as a camera would; the browser turns the image into pixels. */
  const readQrCode = async (page: Page, png: Buffer): Promise<string> => {
    const { width, height, data } = await page.evaluate<{ width: number; height: number; data: number[] }>(`
      (async () => {
        const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (char) => char.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const { width, height } = bitmap;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(bitmap, 0, 0);
        return { width, height, data: [...context.getImageData(0, 0, width, height).data] };
      })()`);
    return decodeQR({ width, height, data: Uint8Array.from(data) });
  };

  // One after the other, as people do it.
  test('a token creates the owner, who invites a viewer, who protects the sign-in', async () => {
    const { page, complaints } = await open('/members');
    await signInWithToken(page);
    await page.getByRole('heading', { name: 'Create the owner' }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Create owner' }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('bob@example.com');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Pass the link on' }).waitFor();
    const link = (await dialog.locator('code').textContent()) ?? '';
    expect(link).toMatch(/\/invitation#ni_[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row').filter({ hasText: 'bob@example.com' }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'members');
    expect(complaints).toEqual([]);

    const guest = await open(new URL(link).pathname + new URL(link).hash);
    await guest.page.getByText('as viewer with bob@example.com').waitFor();
    await expect.poll(() => accessibilityProblems(guest.page)).toEqual([]);
    await guest.page.getByLabel('Your name').fill('Bob');
    await guest.page.getByLabel('New password').fill(password);
    await guest.page.getByRole('button', { name: 'Create user and join' }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await guest.page.goto(`${service.apiOrigin}/tokens`);
    await guest.page.getByText("You're a viewer in this account").waitFor();

    await guest.page.goto(`${service.apiOrigin}/profile`);
    await guest.page.getByLabel('Password for this change').fill(password);
    await guest.page.getByRole('button', { name: 'Set up second factor' }).click();
    await guest.page.getByLabel('Code').waitFor();
    const secret = (await guest.page.locator('code').textContent()) ?? '';
    const drawn = await guest.page.getByRole('img', { name: 'Secret to scan' }).screenshot();
    const uri = await readQrCode(guest.page, drawn);
    expect(uri).toBe(await guest.page.getByRole('link', { name: 'open it in the app' }).getAttribute('href'));
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    await keepScreenshot(guest.page, 'second-factor');
    await guest.page.getByLabel('Code').fill(totpAt(secret, totpStepOf(Date.now())));
    await guest.page.getByRole('button', { name: 'Turn on' }).click();
    await guest.page.getByRole('button', { name: 'I have kept them' }).click();
    await guest.page.getByLabel('Password for this change').fill(password);
    await guest.page.getByRole('button', { name: 'Replace recovery codes' }).click();
    await guest.page.getByRole('button', { name: 'I have kept them' }).click();
    await guest.page.getByRole('button', { name: 'Remove second factor' }).waitFor();
    await expect.poll(() => accessibilityProblems(guest.page)).toEqual([]);
    await keepScreenshot(guest.page, 'profile');
    expect(guest.complaints).toEqual([]);

    const other = await open('/domains');
    await signIn(other.page, 'bob@example.com', totpAt(secret, totpStepOf(Date.now()) + 1));
    await other.page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await expect.poll(() => accessibilityProblems(other.page)).toEqual([]);

    // Removed while signed in: the next page has nothing left.
    await page.reload();
    await page.getByRole('button', { name: 'Remove Bob' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click();
    await page.getByRole('row').filter({ hasText: 'bob@example.com' }).waitFor({ state: 'detached' });
    await other.page.reload();
    await other.page.getByRole('heading', { name: 'No account' }).waitFor();
  });

  test('the pages fit a phone', async () => {
    const { page } = await open('/members', phone);
    await signIn(page, 'ada@example.com');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByText('ada@example.com').first().waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await page.goto(`${service.apiOrigin}/profile`);
    await page.getByText('This session').waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    const used = await open(`/invitation#ni_${'x'.repeat(43)}`, phone);
    await used.page.getByText('There is no such invitation').waitFor();
    await expect.poll(() => scrollsSideways(used.page)).toBe(false);
  });
});
