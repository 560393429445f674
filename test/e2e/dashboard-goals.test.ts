/** A domain's goals: adding, the query API's numbers, deleting. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';
import { daysBefore, domainUuidOf, queriesOf } from '../support/dashboard-analytics.ts';
import { integer } from '../support/shown-numbers.ts';

const soon = { timeout: 15_000 };

describe.skipIf(!chromiumPath)('goals', { timeout: 120_000 }, () => {
  let dashboard: TestDashboard;
  let query: ReturnType<typeof queriesOf>;
  let path: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.start();
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    query = queriesOf(dashboard.service, uuid);
    path = `/domains/${uuid}/goals`;
  });
  afterEach(() => dashboard.closePages());
  afterAll(() => dashboard?.stop());

  test('are added, count visitors under the filters of the page, and are deleted', async () => {
    const { page, complaints } = await dashboard.open(`${path}?f=is,visit:source,Google`);
    await page.getByText('No goals yet').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const dialog = page.getByRole('dialog', { name: 'Add a goal' });
    const add = async (target: string, name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add a goal' }).click();
      await dialog.getByLabel('Path').fill(target);
      await dialog.getByLabel(/^Name/).fill(name);
      await page.keyboard.press('Enter');
    };
    await add('cart', '');
    await dialog.getByRole('alert').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Path').fill('/cart');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await add('/bikes/*', 'Looked at a bike');
    await dialog.waitFor({ state: 'detached' });

    const asked = { metrics: ['visitors'], date_range: [daysBefore(29), daysBefore(0)] };
    const google = ['is', 'visit:source', ['Google']];
    const [all, bikes, cart] = await Promise.all(
      [
        [google],
        [google, ['contains', 'event:page', ['/bikes/']]],
        [google, ['is', 'event:page', ['/cart']]],
      ].map(async (filters) => (await query({ ...asked, filters }))[0]?.metrics[0] ?? 0),
    );
    const rows = async () =>
      Promise.all(
        (await page.getByRole('table', { name: 'Goals' }).getByRole('row').all())
          .slice(1)
          .map(async (row) => (await row.getByRole('cell').allTextContents()).slice(0, 4)),
      );
    await expect
      .poll(async () => (await rows()).map(([name, , visitors]) => `${name}: ${visitors}`), soon)
      .toEqual([
        `Looked at a bike: ${integer.format(bikes ?? -1)}`,
        `Visit /cart: ${integer.format(cart ?? -1)}`,
      ]);
    const rate = (await rows())[1]?.[3] ?? '';
    expect(Number.parseFloat(rate)).toBeCloseTo((100 * (cart ?? 0)) / (all ?? 1), 1);
    await keepScreenshot(page, 'goals');

    await page.setViewportSize(phone);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete Visit /cart' }).click();
    await page.getByRole('button', { name: 'Delete goal' }).click();
    await expect.poll(async () => (await rows()).map(([name]) => name), soon).toEqual(['Looked at a bike']);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });
});
