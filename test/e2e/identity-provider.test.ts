/** Signing in to the dashboard with an identity provider. Source: docs/reference/openid-connect.md. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Invitations } from '../../src/features/people/invitation-store.ts';
import { collectComplaints, launchChromium } from '../support/chromium.ts';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
} from '../support/dashboard.ts';
import { TestOidcProvider } from '../support/oidc-provider.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

describe.skipIf(!chromiumPath)('an identity provider', () => {
  let provider: TestOidcProvider;
  let service: TestService;
  let browser: Browser;
  let dataDir: string;

  beforeAll(async () => {
    provider = await TestOidcProvider.start();
    dataDir = await tempDir('file');
    const env = {
      NAMEPLATE_OIDC_ISSUER: provider.issuer,
      NAMEPLATE_OIDC_CLIENT_ID: provider.clientId,
      NAMEPLATE_OIDC_CLIENT_SECRET: provider.clientSecret,
    };
    service = await TestService.start({ dataDir, env });
    browser = await launchChromium(chromiumPath ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await provider?.[Symbol.asyncDispose]();
  });

  test('an invited person joins with it, signs in again, and reads why not', async () => {
    const location = { kind: 'sqlite', path: `${dataDir}/control.db` } as const;
    await using store = await ControlStore.open(location, systemClock);
    const { secret } = await new Invitations(store).create(service.accountUuid, 'ada@example.com', 'admin');
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    const button = page.getByRole('button', { name: 'Sign in with 127.0.0.1' });

    await page.goto(`${service.apiOrigin}/invitation#${secret}`);
    await button.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'invitation-with-provider');
    await button.click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goto(`${service.apiOrigin}/profile`);
    await page.getByText('You sign in with an identity provider').waitFor();
    await keepScreenshot(page, 'profile-with-provider');
    // What the page still asks for would be refused.
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await button.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'sign-in-with-provider');
    await button.click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(complaints).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.setViewportSize(phone);
    provider.person = { sub: 'eve-1', email: 'eve@example.com', email_verified: true };
    await button.click();
    await page.getByRole('heading', { name: "You aren't signed in" }).waitFor();
    await page.getByText('There is no user "eve@example.com"').waitFor();
    expect(page.url()).toBe(`${service.apiOrigin}/sign-in/callback`);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'callback-refused');
    await context.close();
  });
});
