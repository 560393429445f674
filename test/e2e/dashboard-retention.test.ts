/** Retention: a row for each week, with the API's numbers. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { percentageOf } from '../../src/core/percentage.ts';
import { chromiumPath, problemsEverywhere, TestDashboard } from '../support/dashboard.ts';
import { domainUuidOf } from '../support/dashboard-analytics.ts';
import { integer, shownShare } from '../support/shown-numbers.ts';

type Cohort = {
  readonly week: string;
  readonly visitors: number;
  readonly cells: readonly (number | null)[];
};

describe.skipIf(!chromiumPath)('retention', () => {
  let dashboard: TestDashboard;
  let uuid: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    uuid = await domainUuidOf(dashboard.service, 'docs.lumen-ci.example');
  });
  afterEach(() => dashboard.closePages());

  test('shows who came back, as percentages and as numbers, and a dash where nobody could be recognized', async () => {
    const { page, complaints } = await dashboard.open(`/domains/${uuid}/goals`);
    // The days of the question are those of the domain's time zone.
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/retention') && one.request().method() === 'POST'),
      page.goto(`${dashboard.service.apiOrigin}/domains/${uuid}/retention?period=90d`),
    ]);
    const { cohorts }: { readonly cohorts: readonly Cohort[] } = await answer.json();
    expect(cohorts.flatMap(({ cells }) => cells)).toContain(null);
    const shown = (text: (count: number, visitors: number) => string) =>
      cohorts.map(({ visitors, cells: [, ...later] }) => [
        integer.format(visitors),
        ...later.map((count) => (count === null ? '–' : text(count, visitors))),
      ]);
    const rows = () =>
      page
        .getByRole('table', { name: 'Retention' })
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) =>
            [...row.querySelectorAll('td')].map((cell) => cell.textContent).filter((text) => text !== ''),
          ),
        );
    await expect.poll(rows).toEqual(shown((count, visitors) => shownShare(percentageOf(count, visitors))));
    await page.getByText('A dash: nobody could be recognized.').waitFor();
    expect(await problemsEverywhere(page, 'retention')).toEqual([]);
    await page.getByRole('button', { name: 'Visitors', exact: true }).press('Enter');
    await page.waitForURL(/cells=visitors/);
    await expect.poll(rows).toEqual(shown((count) => integer.format(count)));

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download retention as CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(cohorts.length + 1);
    expect(lines[1]).toBe(
      [cohorts[0]?.week, cohorts[0]?.visitors, ...(cohorts[0]?.cells ?? []).map((cell) => cell ?? '')].join(
        ',',
      ),
    );
    expect(complaints).toEqual([]);
  });

  test('says which weeks the range has only in part', async () => {
    const { page } = await dashboard.open(`/domains/${uuid}/retention?from=2026-10-12&to=2026-10-25`);
    const begins = page.getByText('The range begins within a week');
    const ends = page.getByText('The range ends within a week');
    await page.getByRole('table', { name: 'Retention' }).waitFor();
    expect([await begins.count(), await ends.count()]).toEqual([0, 0]);
    await page.goto(`${dashboard.service.apiOrigin}/domains/${uuid}/retention?from=2026-10-13&to=2026-10-24`);
    await begins.waitFor();
    await ends.waitFor();
  });

  test('says what is missing: another week, visitors, an answer', async () => {
    const { page } = await dashboard.open(`/domains/${uuid}/retention?period=yesterday`);
    await page.getByText('Choose days of at least two weeks to see who came back.').waitFor();
    await page.goto(
      `${dashboard.service.apiOrigin}/domains/${uuid}/retention?period=7d&f=is,event:page,/nowhere`,
    );
    await page.getByText('No visitors in this period').waitFor();
    await page.route('**/retention', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Remove: Page is /nowhere' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});
