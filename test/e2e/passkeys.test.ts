/** Passkeys in the dashboard, with Chromium's virtual authenticator. Source: docs/reference/passkeys.md. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  signedOut,
  TestDashboard,
} from '../support/dashboard.ts';

const password = 'a walrus in a fjord';

describe.skipIf(!chromiumPath)('passkeys in the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
  });
  afterEach(() => dashboard.closePages());

  test('a passkey is added, signs in, and is deleted', async () => {
    const { service } = dashboard;
    const owner = { email: 'grace@example.com', name: 'Grace', password };
    const path = `/api/v1/accounts/${service.accountUuid}/owner`;
    expect((await service.api(path, { json: owner })).status).toBe(201);
    // Not by its address: there are no passkeys for addresses.
    const origin = service.apiOrigin.replace('127.0.0.1', 'localhost');
    const { page, complaints } = await dashboard.open('/livez', signedOut);
    const context = page.context();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });

    await page.goto(`${origin}/profile`);
    await page.getByRole('button', { name: 'Email and password' }).click();
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByLabel('Password for the passkey').fill(password);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Laptop' });
    await row.getByText('Never').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('heading', { name: 'Passkeys' }).scrollIntoViewIfNeeded();
    await keepScreenshot(page, 'passkeys');
    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Passkeys' }).scrollIntoViewIfNeeded();
    await keepScreenshot(page, 'passkeys-phone');

    // A page of the dashboard might send a request in between and get 401.
    await page.goto('about:blank');
    await context.clearCookies();
    await page.goto(`${origin}/profile`);
    const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
    await signIn.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'sign-in-with-passkey');
    await signIn.click();
    await row.getByRole('button', { name: 'Delete Laptop' }).click();
    await row.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);

    await context.clearCookies();
    await page.goto(`${origin}/profile`);
    await signIn.click();
    await page.getByText('The passkey is unknown here').waitFor();
  });
});
