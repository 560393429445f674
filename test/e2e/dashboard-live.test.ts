/** The live page, and days and hours in a domain's time zone. */
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';
import {
  daysBefore,
  domainUuidOf,
  queriesOf,
  readSeriesTable,
  whenDrawn,
} from '../support/dashboard-analytics.ts';
import { addDomain } from '../support/domains.ts';
import { integer } from '../support/shown-numbers.ts';

/** No other file reads its numbers, as its time zone changes here. */
const demoHost = 'docs.lumen-ci.example';
/** Of an account without other visitors: a list shows its first rows only. */
const liveHost = 'live.visited.example';

describe.skipIf(!chromiumPath)('now and there', () => {
  let dashboard: TestDashboard;
  let query: ReturnType<typeof queriesOf>;
  let uuid: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    uuid = await domainUuidOf(dashboard.service, demoHost);
    query = queriesOf(dashboard.service, uuid);
  });
  afterEach(() => dashboard.closePages());

  const view = async (path: string, visitor: number): Promise<void> => {
    const answer = await dashboard.service.edge(liveHost, '/.nameplate/event', {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64; N${visitor}) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`,
      },
      body: JSON.stringify({ u: `https://${liveHost}${path}`, r: '', w: 1280 }),
    });
    expect(answer.status).toBe(202);
  };

  test('the live page shows views as they happen, and filters them', async () => {
    const live = await TestDashboard.ofNewAccount();
    onTestFinished(() => live.closePages());
    const place = { host: 'live.saas.example' };
    const domain = await addDomain(live.service, liveHost, place, { web_analytics: 'manual' });
    const { page, complaints } = await live.open(`/domains/${domain.uuid}/live`, { viewport: phone });
    await view('/elsewhere', 3);
    await view('/just-now', 1);
    const row = page.getByRole('row').filter({ hasText: '/just-now' });
    await expect.poll(() => row.getByRole('cell').first().textContent()).toBe('1');
    await view('/just-now', 2);
    await expect.poll(() => row.getByRole('cell').first().textContent()).toBe('2');
    const totals = page.getByRole('group', { name: 'Totals' });
    await expect.poll(() => totals.textContent()).toContain('Unique visitors3');
    const minutes = page.getByRole('list', { name: 'Pageviews by minute' }).getByRole('listitem');
    // The half hour begins and ends within a minute.
    expect([30, 31]).toContain(await minutes.count());
    const viewsOfMinutes = async (): Promise<number> =>
      (await minutes.allTextContents())
        .map((words) => Number(words.split(': ')[1]))
        .reduce((sum, views) => sum + views, 0);
    await expect.poll(viewsOfMinutes).toBe(3);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    // Lists are dimmed while they are read again.
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'live');

    await row.getByRole('link', { name: 'Filter by /just-now', exact: true }).click();
    await page.getByRole('group', { name: 'Filters' }).getByText('Page is /just-now').waitFor();
    await expect.poll(() => totals.textContent()).toContain('Unique visitors2');
    await expect.poll(viewsOfMinutes).toBe(2);
    expect(new URL(page.url()).pathname).toBe(`/domains/${domain.uuid}/live`);
    expect(complaints).toEqual([]);
  });

  test('a domain has a time zone, in which its days and hours are counted', async () => {
    const { page, complaints } = await dashboard.open(`/domains/${uuid}/settings`);
    await page.getByLabel('Time zone').selectOption('Pacific/Auckland');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Settings saved').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);

    const day = daysBefore(2);
    await page.goto(
      `${dashboard.service.apiOrigin}/domains/${uuid}/visitors?from=${day}&to=${day}&metric=pageviews`,
    );
    await whenDrawn(page);
    const asked = { date_range: [day, day], timezone: 'Pacific/Auckland', metrics: ['pageviews'] };
    const [[total], hours] = await Promise.all([
      query(asked),
      query({ ...asked, dimensions: ['time:hour'] }),
    ]);
    await expect
      .poll(() => page.getByRole('group', { name: 'Totals' }).textContent())
      .toContain(`Pageviews${integer.format(total?.metrics[0] ?? -1)}`);
    const shown = await readSeriesTable(page);
    expect(shown).toHaveLength(24);
    expect(shown.map(({ value }) => value).filter((value) => value !== '0')).toEqual(
      hours.map(({ metrics: [count = 0] }) => integer.format(count)),
    );
    // It is already the next day in Auckland for half of each UTC day.
    await page.goto(`${dashboard.service.apiOrigin}/domains/${uuid}/visitors?period=today`);
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Pacific/Auckland' });
    const shownDay = new Date(today).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    await page.getByRole('button', { name: `Today ${shownDay}` }).click();
    await page.getByText('Days begin and end at midnight in Pacific/Auckland.').waitFor();
    expect(complaints).toEqual([]);
  });
});
