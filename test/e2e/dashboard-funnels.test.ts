/** Funnels: built by keyboard, kept in the address or saved, with the API's numbers. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { percentageOf } from '../../src/core/percentage.ts';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  keepScreenshot,
  phone,
  problemsEverywhere,
  scrollsSideways,
  TestDashboard,
  tablet,
} from '../support/dashboard.ts';
import { daysBefore, domainUuidOf } from '../support/dashboard-analytics.ts';
import { integer, shownShare } from '../support/shown-numbers.ts';

const range = [daysBefore(30), daysBefore(1)];

type Step = {
  readonly label: string;
  readonly visitors: number;
  readonly rate: number;
  readonly step_rate: number;
};

/** The cells of the table's rows, without what changed since the days before. */
async function rowsOf(page: Page, name = 'Funnel'): Promise<string[][]> {
  const rows = page.getByRole('table', { name, exact: true }).locator('tbody tr');
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => {
        // It comes last.
        const { length } = cell.querySelector('small')?.textContent ?? '';
        return cell.textContent.slice(0, cell.textContent.length - length);
      }),
    ),
  );
}

/** What changed, of each cell of the table's rows that says it. */
async function changesOf(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: 'Funnel', exact: true }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('small').allTextContents()));
}

/** The cells of the API's answer. */
function shownRows(steps: readonly Step[]): string[][] {
  return steps.map(({ label, visitors, rate, step_rate: stepRate }, index) => {
    const before = steps[index - 1];
    const left = (before?.visitors ?? 0) - visitors;
    return [
      `${index + 1}${label}`,
      integer.format(visitors),
      shownShare(rate),
      ...(before === undefined
        ? ['–', '–']
        : [
            shownShare(stepRate),
            `${integer.format(left)} (${shownShare(percentageOf(left, before.visitors))})`,
          ]),
    ];
  });
}

describe.skipIf(!chromiumPath)('funnels', () => {
  let dashboard: TestDashboard;
  let uuid: string;
  let path: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    path = `/domains/${uuid}/funnels`;
  });
  afterEach(() => dashboard.closePages());

  const ask = async (body: Readonly<Record<string, unknown>>): Promise<readonly Step[]> => {
    const answer = await dashboard.service.api(`/api/v1/analytics/custom_domains/${uuid}/funnel`, {
      json: { date_range: range, ...body },
    });
    expect(answer.status).toBe(200);
    return answer.body.steps;
  };

  test('are built with the keyboard alone, and the address opened anew shows the same', async () => {
    const { body } = await dashboard.service.api(`/api/v1/analytics/custom_domains/${uuid}/goals`);
    const goal = body.data.find(
      ({ display_name: name }: { display_name: string }) => name === 'Looked at a bike',
    );
    const { page, complaints } = await dashboard.open(path);
    await page.getByText('No funnel yet').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    const step = (place: number) => page.getByRole('group', { name: `Step ${place}`, exact: true });
    const focused = () =>
      page.evaluate<string>("document.activeElement.closest('fieldset')?.textContent ?? ''");

    await page.getByRole('button', { name: 'Show funnel' }).press('Enter');
    await step(1).getByText('Enter a path that begins with / or *.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await expect.poll(() => focused()).toContain('Step 1');
    await step(1).getByLabel('Kind').selectOption('Goal');
    await step(1).getByLabel('Goal').selectOption('Looked at a bike');
    await step(2).getByLabel('Path').fill('/cart');
    await page.getByRole('button', { name: 'Add a step' }).press('Enter');
    await expect.poll(() => focused()).toContain('Step 3');
    await step(3).getByLabel('Kind').selectOption('Event');
    await step(3).locator('datalist option', { hasText: 'Add to cart' }).waitFor({ state: 'attached' });
    await step(3).getByLabel('Event name').fill('Add to cart');
    await page.getByRole('button', { name: 'Move step 3 up' }).press('Enter');
    await expect.poll(() => focused()).toContain('Step 2');
    await expect.poll(() => step(2).getByLabel('Event name').inputValue()).toBe('Add to cart');
    for (const kind of ['event', 'goal']) {
      await page.getByRole('button', { name: 'Move step 2 up' }).press('Enter');
      await expect.poll(() => focused()).toContain('Step 1');
      await expect.poll(() => step(1).getByLabel('Kind').inputValue()).toBe(kind);
    }
    await step(2).getByLabel('Event name').press('Enter');
    await page.waitForURL(`**?step=goal:${goal.uuid}&step=event:Add+to+cart&step=page:/cart`);

    const steps = [{ goal: goal.uuid }, { event: 'Add to cart' }, { page: '/cart' }];
    const visit = shownRows(await ask({ scope: 'visit', steps }));
    await expect.poll(() => rowsOf(page)).toEqual(visit);
    expect(visit.map(([label]) => label)).toEqual(['1Looked at a bike', '2Add to cart', '3Visit /cart']);
    await page.reload();
    await expect.poll(() => rowsOf(page)).toEqual(visit);

    await page.getByLabel('Over the whole range').press('Space');
    await page.getByRole('button', { name: 'Show funnel' }).press('Enter');
    await page.waitForURL(/scope=range/);
    const wide = shownRows(await ask({ scope: 'range', steps }));
    expect(wide).not.toEqual(visit);
    await expect.poll(() => rowsOf(page)).toEqual(wide);
    await page.goBack();
    await expect.poll(() => rowsOf(page)).toEqual(visit);
    await expect.poll(() => page.getByLabel('In one visit').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Remove step 2' }).press('Enter');
    await page.getByRole('button', { name: 'Show funnel' }).press('Enter');
    await expect
      .poll(async () => (await rowsOf(page)).map(([label]) => label))
      .toEqual(['1Looked at a bike', '2Visit /cart']);
    expect(complaints).toEqual([]);
  });

  test('follow the filters and days of the page, and are saved as a file', async () => {
    const { page, complaints } = await dashboard.open(
      `${path}?period=7d&f=is,visit:source,Google&step=page:/bikes/*&step=page:/cart&step=event:Order`,
    );
    const answer = await ask({
      date_range: [daysBefore(7), daysBefore(1)],
      filters: [['is', 'visit:source', ['Google']]],
      steps: [{ page: '/bikes/*' }, { page: '/cart' }, { event: 'Order' }],
    });
    await expect.poll(() => rowsOf(page)).toEqual(shownRows(answer));
    for (const [name, viewport] of Object.entries({ desktop, tablet, phone })) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect
          .poll(() => accessibilityProblems(page), { message: `${name}, ${colorScheme}` })
          .toEqual([]);
        await keepScreenshot(page, `funnel-${name}-${colorScheme}`);
      }
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download funnel as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toContain('funnel-filtered');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'step,label,visitors,rate,step_rate,left,visitors_before,rate_before,step_rate_before',
    );
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 5))).toEqual(
      answer.map(({ label, visitors, rate, step_rate: stepRate }, index) =>
        [index + 1, label, visitors, rate, stepRate].map(String),
      ),
    );
    // On a phone the page's own tab is in sight.
    await page.reload();
    const tab = page.getByRole('link', { name: 'Funnels' });
    const isInSight = async () => {
      const box = await tab.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= phone.width;
    };
    await expect.poll(isInSight).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('are saved, listed, compared with the days before, broken down, edited and deleted', async () => {
    const funnels = `/api/v1/analytics/custom_domains/${uuid}/funnels`;
    onTestFinished(async () => {
      const { body } = await dashboard.service.api(funnels);
      for (const { uuid: one } of body.data)
        await dashboard.service.api(`${funnels}/${one}`, { method: 'DELETE' });
    });
    const steps = [{ page: '/bikes/*' }, { page: '/cart' }, { event: 'Order' }];
    const { page, complaints } = await dashboard.open(
      `${path}?period=7d&step=page:/bikes/*&step=page:/cart&step=event:Order`,
    );
    const [now, before] = await Promise.all(
      [
        [daysBefore(7), daysBefore(1)],
        [daysBefore(14), daysBefore(8)],
      ].map((days) => ask({ date_range: days, steps })),
    );
    await expect.poll(() => rowsOf(page)).toEqual(shownRows(now ?? []));
    // The first step's rates are always 100 %.
    const compared = before?.map((step, index) => (index === 0 ? 1 : 3) * Number(step.visitors > 0));
    await expect.poll(async () => (await changesOf(page)).map(({ length }) => length)).toEqual(compared);
    await page.getByRole('button', { name: 'Save…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save the funnel' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill('Checkout');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Name').press('Enter');
    await page.waitForURL(/\/funnels\/[0-9a-f-]{36}\?period=7d$/);
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    await expect.poll(() => rowsOf(page)).toEqual(shownRows(now ?? []));

    const { body: listed } = await dashboard.service.api(funnels);
    const [saved] = listed.data;
    expect(listed.data).toMatchObject([{ name: 'Checkout', scope: 'visit', steps }]);
    await page.getByLabel('Break down by').selectOption('Country');
    await page.waitForURL(/by=visit:country_name/);
    const { body: answer } = await dashboard.service.api(`${funnels}/${saved.uuid}`, {
      json: { date_range: [daysBefore(7), daysBefore(1)], dimension: 'visit:country_name' },
    });
    const byCountry = answer.breakdown.map(
      (row: { readonly dimensions: readonly string[]; readonly steps: readonly Step[] }) =>
        row.dimensions.concat(
          row.steps.map(({ visitors, rate }, index) =>
            index === 0 ? integer.format(visitors) : `${integer.format(visitors)} ${shownShare(rate)}`,
          ),
        ),
    );
    expect(byCountry.length).toBeGreaterThan(3);
    await expect.poll(() => rowsOf(page, 'Funnel by country')).toEqual(byCountry);
    expect(await problemsEverywhere(page, 'funnel-saved')).toEqual([]);
    await page.setViewportSize(desktop);

    await page.getByRole('button', { name: 'Edit the funnel' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Orders');
    await page.getByRole('button', { name: 'Remove step 1' }).press('Enter');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    const fewer = await ask({ date_range: [daysBefore(7), daysBefore(1)], steps: steps.slice(1) });
    await expect.poll(() => rowsOf(page)).toEqual(shownRows(fewer));

    await page.getByRole('link', { name: 'All funnels' }).click();
    await expect
      .poll(() => rowsOf(page, 'Saved funnels'))
      .toEqual([['Orders', '/cart → Order', 'In one visit']]);
    expect(await problemsEverywhere(page, 'funnels')).toEqual([]);
    await page.setViewportSize(desktop);
    await page.getByRole('link', { name: 'Orders' }).press('Enter');
    await page.getByRole('button', { name: 'Delete the funnel' }).press('Enter');
    await page.getByRole('button', { name: 'Delete funnel' }).press('Enter');
    await page.waitForURL(/\/funnels\?period=7d$/);
    await page.getByText('No funnel yet').waitFor();
    expect(await page.getByText('Saved funnels').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.goto(`${dashboard.service.apiOrigin}${path}/${saved.uuid}`);
    await page.getByText('Funnel not found').waitFor();
  });

  test('say when nobody took the first step, and what the API refuses', async () => {
    const { page } = await dashboard.open(`${path}?step=page:/nowhere&step=page:/cart`);
    await page.getByText('No one took the first step').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    // A goal that was deleted.
    await page.goto(
      `${dashboard.service.apiOrigin}${path}?step=goal:0192f1c0-0000-7000-8000-000000000001&step=page:/cart`,
    );
    await page.getByRole('alert').filter({ hasText: 'Steps[0].goal' }).waitFor();
    await expect
      .poll(() => page.getByLabel('Goal').locator('option:checked').textContent())
      .toBe('Deleted goal');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  });
});
