/**
 * Access tokens in the dashboard: list, a new one shown once, revoking. Source: docs/guides/dashboard-redirects.md
 * ("Access tokens").
 */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  problemsEverywhere,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';

const signedOut = { storageState: { cookies: [], origins: [] } };

describe.skipIf(!chromiumPath)('access tokens in the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
  });
  afterEach(() => dashboard.closePages());

  const createToken = async (name: string, scope: 'read' | 'write'): Promise<string> => {
    const path = `/api/v1/accounts/${dashboard.service.accountUuid}/access_tokens`;
    const { status, body } = await dashboard.service.api(path, { json: { name, scope } });
    expect(status).toBe(201);
    return body.token;
  };
  const statusWith = async (token: string): Promise<number> =>
    (await dashboard.service.api('/api/v1/accounts', { token })).status;
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const signIn = async (page: Page, token: string): Promise<void> => {
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Access tokens' }).waitFor();
  };

  test('are listed, with the one of this session marked', async () => {
    await createToken('Grafana', 'read');
    const { page, complaints } = await dashboard.open('/tokens');
    await row(page, 'Grafana').waitFor();
    await expect.poll(() => row(page, 'Grafana').textContent()).toMatch(/Read only.*never.*never/);
    await expect.poll(() => row(page, 'This session').count()).toBe(1);
    await expect.poll(() => row(page, 'This session').textContent()).toMatch(/Read and write/);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'tokens');
    expect(complaints).toEqual([]);
  });

  test('are created, shown once with a warning, and work', async () => {
    const { page, complaints } = await dashboard.open('/tokens', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('Enter what the token is for.').waitFor();
    await dialog.getByLabel('Name').fill('Deployment');
    await dialog.getByLabel('Read and write').check();
    await dialog.getByLabel('Works for').selectOption('date');
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await dialog.getByText('Choose today or a later day.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);

    // Closed by mistake, it opens as it was left.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New token' }).click();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Deployment');
    await dialog.getByLabel('Works for').selectOption('90');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'Copy the token now' }).waitFor();
    await dialog.getByText("This is the only time it's shown.").waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    const token = (await dialog.locator('code').textContent()) ?? '';
    expect(token).toMatch(/^np_[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'Copy the token' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(token);
    // A key pressed too often does not lose it.
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.locator('code').textContent()).toBe(token);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await row(page, 'Deployment').waitFor();
    await expect.poll(() => row(page, 'Deployment').textContent()).toMatch(/Read and write.*in 2 months/);
    expect(await page.content()).not.toContain(token);
    expect(await statusWith(token)).toBe(200);
    await page.getByRole('button', { name: 'New token' }).click();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('');
    expect(complaints).toEqual([]);
  });

  test('may be let apply plans without approval, which the list says', async () => {
    const { page, complaints } = await dashboard.open('/tokens?new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly sync');
    await dialog.getByLabel('Analytics only').check();
    expect(await dialog.getByLabel('Apply plans without approval').count()).toBe(0);
    await dialog.getByLabel('Read only').check();
    await dialog.getByText('nobody has to approve their plans first').waitFor();
    await dialog.getByLabel('Apply plans without approval').check();
    expect(await problemsEverywhere(page, 'token-form-may-apply')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('“Nightly sync” can only read, can apply plans without approval,').waitFor();
    const token = (await dialog.locator('code').textContent()) ?? '';
    const me = await dashboard.service.api('/api/v1/me', { token });
    expect(me.body.token).toMatchObject({ scope: 'read', may_apply: true });
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await expect
      .poll(() => row(page, 'Nightly sync').textContent())
      .toMatch(/Applies plans without approval/);
    await keepScreenshot(page, 'tokens-may-apply');
    expect(complaints).toEqual([]);
  });

  test('that the API refuses keep what was typed, with its sentence at the field', async () => {
    const { page } = await dashboard.open('/tokens?new');
    await page.route('**/access_tokens', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { error: 'name is not liked', error_code: 'name_invalid' } })
        : route.continue(),
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Refused');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('Name is not liked.').waitFor();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Refused');
    await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  });

  test('are revoked after a question, at once', async () => {
    const token = await createToken('Old laptop', 'write');
    expect(await statusWith(token)).toBe(200);
    const { page, complaints } = await dashboard.open('/tokens');
    await page.getByRole('button', { name: 'Revoke Old laptop' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByText('Anything that uses it is rejected from now on').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusWith(token)).toBe(200);
    await page.getByRole('button', { name: 'Revoke Old laptop' }).click();
    await confirm.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('The token “Old laptop” was revoked.').waitFor();
    await row(page, 'Old laptop').waitFor({ state: 'detached' });
    expect(await statusWith(token)).toBe(401);
    expect(complaints).toEqual([]);
  });

  test('revoking the one of this session signs out, and says so before', async () => {
    const token = await createToken('Mine', 'write');
    const { page, complaints } = await dashboard.open('/tokens', signedOut);
    await signIn(page, token);
    await page.getByRole('button', { name: 'Revoke Mine' }).click();
    await page.getByText("You're signed in with this token").waitFor();
    await page.getByRole('button', { name: 'Revoke and sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to Nameplate' }).waitFor();
    expect(await statusWith(token)).toBe(401);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sign in to Nameplate' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('can only be looked at with a token that can only read', async () => {
    const token = await createToken('Reader', 'read');
    const { page, complaints } = await dashboard.open('/tokens', signedOut);
    await signIn(page, token);
    await page.getByText("You're signed in with a read-only token").waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'New token' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Revoke Reader' }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('for customers are limited to domains, and what is none is said at the field', async () => {
    const { service } = dashboard;
    const account = `/api/v1/accounts/${service.accountUuid}`;
    const upstream = await service.api(`${account}/upstreams`, { json: { host: 'app.example.net' } });
    const domains = `${account}/upstreams/${upstream.body.uuid}/custom_domains`;
    const { body: domain } = await service.api(domains, { json: { host: 'tokens.example.com' } });
    const { page, complaints } = await dashboard.open('/tokens?new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Portal');
    await dialog.getByLabel('Analytics only').check();
    await dialog.getByLabel('Custom domains').fill('other.example.com');
    await dialog.getByLabel('External ids').fill('one\n two ');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('There is no custom domain other.example.com.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Custom domains').fill('tokens.example.com');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const token = (await dialog.locator('code').textContent()) ?? '';
    const me = await service.api('/api/v1/me', { token });
    expect(me.body.token).toMatchObject({
      scope: 'analytics',
      custom_domain_uuids: [domain.uuid],
      external_ids: ['one', 'two'],
    });
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await expect.poll(() => row(page, 'Portal').textContent()).toMatch(/Analytics only/);
    expect(complaints).toEqual([]);
  });

  test('have signing keys and allowed origins beside them', async () => {
    const { service } = dashboard;
    const account = `/api/v1/accounts/${service.accountUuid}`;
    const { page } = await dashboard.open('/tokens');
    await page.getByText('No signing keys').waitFor();
    await page.getByRole('button', { name: 'New signing key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Customer portal');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Copy the secret now' }).waitFor();
    await expect.poll(() => dialog.getByText(/^npsk_/).textContent()).toMatch(/^npsk_[\w-]{43}$/);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await row(page, 'Customer portal').waitFor();
    await page.getByLabel('Origins').fill('https://app.example.com/x');
    await page.getByRole('button', { name: 'Save origins' }).click();
    await page.getByText('is invalid').waitFor();
    await page.getByLabel('Origins').fill('https://app.example.com\nhttp://localhost:3000');
    await page.getByRole('button', { name: 'Save origins' }).click();
    await page.getByText('The origins were saved').waitFor();
    const origins = ['https://app.example.com', 'http://localhost:3000'];
    expect((await service.api(`${account}/settings`)).body).toEqual({ allowed_origins: origins });
    await keepScreenshot(page, 'signing-keys');
    await page.getByRole('button', { name: 'Delete Customer portal' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('No signing keys').waitFor();
  });

  test('fit a phone, in the dark too', async () => {
    await createToken('A name that is rather long for a telephone in the hand of somebody', 'read');
    const { page, complaints } = await dashboard.open('/tokens', { viewport: phone, colorScheme: 'dark' });
    await row(page, 'A name that is rather long').waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'token-form-phone-dark');
    expect(complaints).toEqual([]);
  });
});
