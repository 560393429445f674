/** Journeys: the pages after a page or an event, and before it, with the API's numbers. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, desktop, problemsEverywhere, TestDashboard } from '../support/dashboard.ts';
import { daysBefore, domainUuidOf } from '../support/dashboard-analytics.ts';
import { integer, shownShare } from '../support/shown-numbers.ts';

type Journeys = { readonly anchor: { readonly visits: number }; readonly steps: readonly Path[][] };
type Path = { readonly path: readonly string[]; readonly visits: number; readonly rate: number };

const words: Readonly<Record<string, string>> = {
  '(exit)': 'Visit ends',
  '(entry)': 'Visit begins',
  '(other)': 'Other pages',
};

/** The rows of a step below the pages chosen before it. */
function shownRows(step: readonly Path[] | undefined, chosen: readonly string[]): string[] {
  return (step ?? [])
    .filter(({ path }) => chosen.every((label, index) => path[index] === label))
    .map(({ path, visits, rate }) => {
      const label = path.at(-1) ?? '';
      return `${words[label] ?? label} ${integer.format(visits)} ${shownShare(rate)}`;
    });
}

const rowsOf = (page: Page, name: string): Promise<string[]> =>
  page.getByRole('region', { name }).getByRole('listitem').allTextContents();

describe.skipIf(!chromiumPath)('journeys', () => {
  let dashboard: TestDashboard;
  let uuid: string;
  let path: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    path = `/domains/${uuid}/journeys`;
  });
  afterEach(() => dashboard.closePages());

  const ask = async (question: object): Promise<Journeys> => {
    const { body, status } = await dashboard.service.api(
      `/api/v1/analytics/custom_domains/${uuid}/journeys`,
      { json: { date_range: [daysBefore(7), daysBefore(1)], limit: 10, ...question } },
    );
    expect(status).toBe(200);
    return body;
  };

  test('begin at the home page, and go where a page is chosen', async () => {
    const { anchor, steps } = await ask({ anchor: { page: '/' } });
    const pages = steps[0]?.filter(({ path: [label = ''] }) => words[label] === undefined) ?? [];
    const [first = '', second = ''] = pages.map(({ path: [label = ''] }) => label);
    const { page, complaints } = await dashboard.open(`${path}?period=7d`);
    await page.getByText(`${integer.format(anchor.visits)} visits viewed /.`).waitFor();
    await expect.poll(() => rowsOf(page, 'First page after')).toEqual(shownRows(steps[0], []));
    await expect.poll(() => rowsOf(page, 'Second page after')).toEqual(shownRows(steps[1], [first]));
    const choice = page
      .getByRole('region', { name: 'First page after' })
      .getByRole('button', { name: second });
    await choice.first().press('Enter');
    await expect.poll(() => rowsOf(page, 'Second page after')).toEqual(shownRows(steps[1], [second]));
    const [third = ''] =
      steps[1]
        ?.find(({ path: [label, next = ''] }) => label === second && words[next] === undefined)
        ?.path.slice(1) ?? [];
    await expect.poll(() => rowsOf(page, 'Third page after')).toEqual(shownRows(steps[2], [second, third]));
    expect(await problemsEverywhere(page, 'journeys')).toEqual([]);
    await page.setViewportSize(desktop);

    await page.getByRole('button', { name: `Start there: ${second}` }).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('anchor') === `page:${second}`);
    const after = await ask({ anchor: { page: second } });
    await expect.poll(() => rowsOf(page, 'First page after')).toEqual(shownRows(after.steps[0], []));
    await page.goBack();
    await expect.poll(() => rowsOf(page, 'First page after')).toEqual(shownRows(steps[0], []));
    expect(complaints).toEqual([]);
  });

  test('lead to an event that is chosen, with the keyboard alone', async () => {
    const { anchor, steps } = await ask({ anchor: { event: 'Order' }, direction: 'before' });
    const { page, complaints } = await dashboard.open(`${path}?period=7d`);
    await page.getByLabel('Kind').selectOption('Event');
    await page.getByRole('button', { name: 'Show journeys' }).press('Enter');
    await page.getByText('Enter the name of an event.').waitFor();
    await page.getByLabel('Event name').fill('Order');
    await page.getByLabel('Event name').press('Enter');
    await page.getByRole('button', { name: 'Before' }).press('Enter');
    await page.waitForURL('**?period=7d&anchor=event:Order&direction=before');
    await page.getByText(`${integer.format(anchor.visits)} visits sent Order.`).waitFor();
    await expect.poll(() => rowsOf(page, 'First page before')).toEqual(shownRows(steps[0], []));
    await page.reload();
    await expect.poll(() => rowsOf(page, 'First page before')).toEqual(shownRows(steps[0], []));
    expect(complaints).toEqual([]);
  });

  test('say when no visit has the page, and when they could not be loaded', async () => {
    const { page } = await dashboard.open(`${path}?anchor=page:/nowhere`);
    await page.getByText('No visits match').waitFor();
    await page.route('**/journeys', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    );
    await page.getByLabel('Path').fill('/cart');
    await page.getByLabel('Path').press('Enter');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});
