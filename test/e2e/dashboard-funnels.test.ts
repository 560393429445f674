/** Funnels: built by keyboard, kept in the address, with the API's numbers. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { percentageOf } from '../../src/core/percentage.ts';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  keepScreenshot,
  phone,
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

async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: 'Funnel' }).getByRole('row').all();
  return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allTextContents()));
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
    expect(lines[0]).toBe('step,label,visitors,rate,step_rate,left');
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
