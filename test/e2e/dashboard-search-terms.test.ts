/** Search terms: how to import them, the card beside the other lists, and the whole list with its files. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  problemsEverywhere,
  scrollToEnd,
  TestDashboard,
} from '../support/dashboard.ts';
import { daysBefore, domainUuidOf } from '../support/dashboard-analytics.ts';

const csv = `Top queries,Clicks,Impressions,CTR,Position
coffee near the harbour,120,2400,5%,2.4
harbour coffee,80,90,88.89%,1
where to eat,3,5100,0.06%,18.75
`;

describe.skipIf(!chromiumPath)('search terms', () => {
  let dashboard: TestDashboard;
  let uuid: string;
  let home: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    uuid = await domainUuidOf(dashboard.service, 'harbour-coffee.example');
    home = `/domains/${uuid}/visitors`;
    return async () => {
      const imports = `/api/v1/analytics/custom_domains/${uuid}/search_term_imports`;
      const { body } = await dashboard.service.api(imports);
      for (const one of body.data)
        await dashboard.service.api(`${imports}/${one.uuid}`, { method: 'DELETE' });
    };
  });
  afterEach(() => dashboard.closePages());

  test('are imported, listed beside the other lists, searched, sorted and deleted', async () => {
    const { page, complaints } = await dashboard.open(home);
    const rows = () =>
      page
        .getByRole('table', { name: 'Search terms' })
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
        );
    await page.getByRole('slider').waitFor();
    await scrollToEnd(page);
    await page.getByText('No search terms yet').waitFor();
    await page.getByText('nameplate search-console import').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.waitForURL('**/visitors/search-terms');
    await page.getByRole('button', { name: 'Import a file…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Import search terms' });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('Choose the file.').waitFor();
    await dialog.getByLabel('First day').fill(daysBefore(20));
    await dialog.getByLabel('Last day').fill(daysBefore(10));
    const choose = (text: string) =>
      dialog
        .getByLabel('Choose Queries.csv')
        .setInputFiles({ name: 'Queries.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('Top queries,Clicks,Impressions,CTR,Position\nx,-1,2,3%,4\n');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText(/line 2, column Clicks/).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await choose(csv);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('3 search terms imported').waitFor();

    const terms = [
      ['coffee near the harbour', '120', '2,400', '5%', '2.4'],
      ['harbour coffee', '80', '90', '88.9%', '1'],
      ['where to eat', '3', '5,100', '0.1%', '18.75'],
    ];
    await expect.poll(rows).toEqual(terms);
    await page.getByRole('button', { name: 'Position' }).press('Enter');
    await page.waitForURL(/sort=position/);
    await expect
      .poll(async () => (await rows()).map(([name]) => name))
      .toEqual([terms[1], terms[0], terms[2]].map((row) => row?.[0]));
    await page.getByLabel('Search the terms').fill('HARBOUR');
    await expect.poll(async () => (await rows()).length).toBe(2);
    expect(await problemsEverywhere(page, 'search-terms')).toEqual([]);
    await page.setViewportSize(desktop);

    await page.getByRole('link', { name: 'All visitor reports' }).click();
    await page.getByRole('slider').waitFor();
    await scrollToEnd(page);
    await expect
      .poll(rows)
      .toEqual(terms.map(([name, clicks, impressions, , position]) => [name, clicks, impressions, position]));
    expect(await problemsEverywhere(page, 'search-terms-card')).toEqual([]);
    await page.setViewportSize(desktop);

    // The file has no days, so a part of it can't count.
    await page.goto(`${dashboard.service.apiOrigin}${home}/search-terms?period=7d`);
    await page.getByText('No search terms in this period').waitFor();
    await page
      .getByRole('paragraph')
      .or(page.locator('span'))
      .getByRole('link', { name: /–/ })
      .first()
      .click();
    await page.waitForURL((url) => url.searchParams.get('from') === daysBefore(20));
    await expect.poll(async () => (await rows()).length).toBe(3);
    await page.getByRole('button', { name: /^Delete the file of/ }).press('Enter');
    await page.getByRole('button', { name: 'Delete file' }).press('Enter');
    await page.getByText('No search terms yet').waitFor();
    // The refused file.
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
  });

  test('say when they could not be loaded', async () => {
    const { page } = await dashboard.open('/healthz');
    await page.route('**/search_terms?*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`${dashboard.service.apiOrigin}${home}/search-terms`);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});
