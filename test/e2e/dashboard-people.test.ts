/** People in the dashboard: the first owner, invitations, roles, second factor. Source: docs/guides/dashboard-people.md. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { totpAt, totpStepOf } from '../../src/secrets/totp.ts';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';

const signedOut = { storageState: { cookies: [], origins: [] } };
const password = 'a walrus in a fjord';

describe.skipIf(!chromiumPath)('people in the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.start();
  });
  afterEach(() => dashboard.closePages());
  afterAll(() => dashboard?.stop());

  const signIn = async (page: Page, email: string, code?: string): Promise<void> => {
    await page.getByRole('button', { name: 'Email and password' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    if (code === undefined) return;
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  // One after the other, as people do it.
  test('a token creates the owner, who invites a viewer, who protects the sign-in', async () => {
    const { page, complaints } = await dashboard.open('/members');
    await page.getByRole('heading', { name: 'Create the owner' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Create owner' }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('bob@example.com');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Pass the link on' }).waitFor();
    const link = (await dialog.locator('code').textContent()) ?? '';
    expect(link).toMatch(/\/invitation#ni_[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row').filter({ hasText: 'bob@example.com' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'members');
    expect(complaints).toEqual([]);

    const guest = await dashboard.open(new URL(link).pathname + new URL(link).hash, signedOut);
    await guest.page.getByText('as viewer with bob@example.com').waitFor();
    expect(await accessibilityProblems(guest.page)).toEqual([]);
    await guest.page.getByLabel('Your name').fill('Bob');
    await guest.page.getByLabel('New password').fill(password);
    await guest.page.getByRole('button', { name: 'Create user and join' }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await guest.page.goto(`${dashboard.service.apiOrigin}/tokens`);
    await guest.page.getByText("You're a viewer in this account").waitFor();

    await guest.page.goto(`${dashboard.service.apiOrigin}/profile`);
    await guest.page.getByLabel('Password for this change').fill(password);
    await guest.page.getByRole('button', { name: 'Set up second factor' }).click();
    await guest.page.getByLabel('Code').waitFor();
    const secret = (await guest.page.locator('code').textContent()) ?? '';
    await guest.page.getByLabel('Code').fill(totpAt(secret, totpStepOf(Date.now())));
    await guest.page.getByRole('button', { name: 'Turn on' }).click();
    await guest.page.getByRole('button', { name: 'I have kept them' }).click();
    await guest.page.getByRole('button', { name: 'Remove second factor' }).waitFor();
    expect(await accessibilityProblems(guest.page)).toEqual([]);
    await keepScreenshot(guest.page, 'profile');
    expect(guest.complaints).toEqual([]);

    const other = await dashboard.open('/domains', signedOut);
    await signIn(other.page, 'bob@example.com', totpAt(secret, totpStepOf(Date.now()) + 1));
    await other.page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    expect(await accessibilityProblems(other.page)).toEqual([]);

    // Removed while signed in: the next page has nothing left.
    await page.reload();
    await page.getByRole('button', { name: 'Remove Bob' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click();
    await page.getByRole('row').filter({ hasText: 'bob@example.com' }).waitFor({ state: 'detached' });
    await other.page.reload();
    await other.page.getByRole('heading', { name: 'No account' }).waitFor();
  });

  test('the pages fit a phone', async () => {
    for (const path of ['/members', '/profile']) {
      const { page } = await dashboard.open(path, { viewport: phone });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await scrollsSideways(page)).toBe(false);
    }
    const used = await dashboard.open(`/invitation#ni_${'x'.repeat(43)}`, { ...signedOut, viewport: phone });
    await used.page.getByText('There is no such invitation').waitFor();
    expect(await scrollsSideways(used.page)).toBe(false);
  });
});
