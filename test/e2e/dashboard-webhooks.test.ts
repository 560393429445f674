/** Webhook endpoints and their deliveries in the dashboard, sent to a real receiver. Source: docs/guides/dashboard-webhooks.md. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  allowedLoopback,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';

describe.skipIf(!chromiumPath)('webhooks in the dashboard', () => {
  let dashboard: TestDashboard;
  let receiver: Server;
  const received: { readonly id: unknown; readonly signature: unknown }[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      received.push({
        id: request.headers['webhook-id'],
        signature: request.headers['webhook-signature'],
      });
      request.resume();
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, allowedLoopback, resolve));
    dashboard = await TestDashboard.ofNewAccount();
  });
  afterEach(() => dashboard.closePages());
  afterAll(() => void receiver?.close());

  const collection = (): string => `/api/v1/accounts/${dashboard.service.accountUuid}/webhook_endpoints`;
  const receiverUrl = (): string => {
    // It listens on a port.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return `http://${allowedLoopback}:${(receiver.address() as AddressInfo).port}/hooks`;
  };
  const isRefusal = (complaint: string): boolean => /^400 |status of 400/.test(complaint);

  // It waits for deliveries, which background work sends.
  test('are added with a secret that is shown once, tested, sent again, changed and deleted', async () => {
    const { page, complaints } = await dashboard.open('/webhooks');
    await page.getByText('Let your program know').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const form = page.getByRole('dialog', { name: 'Add endpoint' });
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await form.getByText('Enter the address of your program.').waitFor();
    await form.getByLabel('URL').fill('https://10.0.0.1/hooks');
    await form.getByLabel('Some events').check();
    await form.getByText('Choose at least one event.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await form.getByLabel('custom_domain.ready').check();
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await form.getByRole('alert').getByText('10.0.0.1 is a private address').waitFor();
    await keepScreenshot(page, 'webhook-add');
    await form.getByLabel('URL').fill(receiverUrl());
    await form.getByRole('button', { name: 'Add endpoint' }).click();

    const shown = page.getByRole('dialog', { name: 'Copy the signing secret now' });
    await expect.poll(() => shown.locator('code').textContent()).toMatch(/^whsec_/);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.getByRole('row', { name: /custom_domain\.ready.*Active/ });
    await row.getByRole('link', { name: receiverUrl() }).click();

    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const delivery = page.getByRole('row', { name: /webhook_endpoint\.test.*Delivered.*204/ });
    await delivery.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'webhook');
    await delivery.getByRole('button', { name: 'webhook_endpoint.test' }).click();
    const details = page.getByRole('dialog', { name: 'webhook_endpoint.test' });
    await details.getByRole('region', { name: 'Payload' }).getByText('"webhook_endpoint_uuid"').waitFor();
    await expect.poll(() => details.getByText(String(received[0]?.id)).count()).toBe(1);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'webhook-delivery');
    await details.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => received.length).toBe(2);
    await page.getByRole('row', { name: /webhook_endpoint\.test.*Delivered.*2, last 204/ }).waitFor();
    await page.getByLabel('State').selectOption({ label: 'Given up' });
    await page.getByText('No such deliveries').waitFor();
    await page.getByRole('button', { name: 'Show all deliveries' }).click();
    await delivery.or(page.getByRole('row', { name: /2, last 204/ })).waitFor();

    await page.getByRole('button', { name: 'Replace secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
    await expect.poll(() => shown.locator('code').textContent()).toMatch(/^whsec_/);
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(/^Signs too until /).waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit endpoint' }).getByLabel('Active').uncheck();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Paused').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send a test event' }).isDisabled()).toBe(true);

    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    await page.getByText('Let your program know').waitFor();
    expect((await dashboard.service.api(collection())).body.data).toEqual([]);
    expect(complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
  });

  test('say why an endpoint was disabled, and cannot be changed with a token that can only read', async () => {
    const { body: made } = await dashboard.service.api(collection(), {
      json: { url: receiverUrl(), active: false },
    });
    const { body: reader } = await dashboard.service.api(
      `/api/v1/accounts/${dashboard.service.accountUuid}/access_tokens`,
      { json: { name: 'looks only', scope: 'read' } },
    );
    const { page } = await dashboard.open('/webhooks', { storageState: { cookies: [], origins: [] } });
    await page.getByLabel('Access token').fill(reader.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('a read-only token').waitFor();
    await page.route(`**/webhook_endpoints/${made.uuid}`, async (route) => {
      const response = await route.fetch();
      const disabled_reason = 'no delivery has succeeded for five days';
      const json = { ...(await response.json()), disabled_at: made.created_at, disabled_reason };
      await route.fulfill({ response, json });
    });
    await page.getByRole('link', { name: receiverUrl() }).click();
    await page.getByRole('alert').getByText('no delivery has succeeded for five days').waitFor();
    for (const name of ['Send a test event', 'Edit', 'Replace secret', 'Delete…']) {
      await expect.poll(() => page.getByRole('button', { name }).isDisabled()).toBe(true);
    }
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  });
});
