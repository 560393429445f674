/** The rules of a host in the dashboard: list, form, order, tester, conflicts. Source: docs/guides/dashboard-rules.md. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';
import { addDomain } from '../support/domains.ts';

describe.skipIf(!chromiumPath)('rules in the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
  });
  afterEach(() => dashboard.closePages());

  const rulesPath = (host: string): string =>
    `/api/v1/accounts/${dashboard.service.accountUuid}/hosts/${host}/rules`;
  const storedOf = async (host: string) => (await dashboard.service.api(rulesPath(host))).body.rules;
  const store = async (host: string, rules: readonly unknown[]): Promise<void> => {
    const answer = await dashboard.service.api(rulesPath(host), { method: 'PUT', json: { rules } });
    expect(answer.status).toBe(200);
  };
  const block = (name: string) => ({ name, if: { path: `/${name}` }, then: { block: {} } });
  const list = (page: Page) => page.getByRole('list', { name: 'Rules' });
  const names = (page: Page): Promise<string[]> =>
    page.locator('ol[aria-label="Rules"] > li p:first-child > button').allTextContents();
  const focused = (page: Page): Promise<string> =>
    page.evaluate(
      'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""',
    );

  test('are written for a new host, checked field by field, and tested before they are saved', async () => {
    const { page, complaints } = await dashboard.open('/rules');
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Host', { exact: true }).fill('https://go.made.example');
    await page.getByRole('button', { name: 'Open rules' }).click();
    await page.getByText("That isn't a valid host name").waitFor();
    await page.getByLabel('Host', { exact: true }).fill('GO.made.example');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'go.made.example' }).waitFor();
    await page.getByText('No rules yet').waitFor();

    await page.getByRole('button', { name: 'Add rule' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add to the list' }).click();
    await dialog.getByText('Enter a path that begins with /.').waitFor();
    await expect
      .poll(() => dialog.getByLabel('Path', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true');
    await dialog.getByLabel('Name').fill('Old blog');
    await dialog.getByLabel('Path', { exact: true }).fill('/blog/:slug/*');
    await dialog.getByLabel('Goes to').fill('https://www.target.example/:year');
    await dialog.getByRole('button', { name: 'Add to the list' }).click();
    await dialog.getByText('This has the placeholder :year.').waitFor();
    await dialog.getByLabel('Goes to').fill('https://www.target.example/:slug?rest=:splat');
    await dialog
      .getByRole('group', { name: 'Add a condition' })
      .getByRole('button', { name: 'Country' })
      .click();
    await dialog.getByLabel('Countries', { exact: true }).fill('Austria,');
    await dialog.getByLabel('Countries', { exact: true }).fill('DE');
    await dialog.getByLabel('Countries', { exact: true }).press('Enter');
    await expect
      .poll(() => dialog.getByRole('list', { name: 'Countries: chosen' }).textContent())
      .toBe('AustriaGermany');
    await dialog.getByLabel('Status').selectOption('302');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'rule-form');
    await dialog.getByRole('button', { name: 'Add to the list' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Not saved: 1 added').waitFor();
    expect(await storedOf('go.made.example')).toEqual([]);

    await page.getByRole('button', { name: 'Test a request' }).click();
    const outcome = page.getByRole('status', { name: 'What answers the request' });
    await page.getByLabel('Path and query').fill('/blog/a/b/?c=1');
    await expect.poll(() => outcome.textContent()).toContain('so the request gets a 404');
    await page.getByText('Who sends it').click();
    await page.getByLabel('Country', { exact: true }).fill('Austria');
    await expect.poll(() => outcome.textContent()).toContain('Old blog answers: redirects to');
    await expect.poll(() => outcome.textContent()).toContain('https://www.target.example/a?rest=b/&c=1');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'rule-tester');

    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('The rules of go.made.example were saved.').waitFor();
    await page.getByText('Not saved:').waitFor({ state: 'detached' });
    await expect
      .poll(() => storedOf('go.made.example'))
      .toEqual([
        {
          name: 'Old blog',
          active: true,
          if: { path: '/blog/:slug/*', countries: ['AT', 'DE'] },
          then: {
            redirect: { to: 'https://www.target.example/:slug?rest=:splat', status: 302, query: true },
          },
        },
      ]);
    // It can be edited, and no longer depends on the country.
    await page.getByRole('button', { name: 'Old blog', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Remove the condition Country' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Not saved: 1 changed').waitFor();
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Not saved:').waitFor({ state: 'detached' });
    await expect.poll(() => storedOf('go.made.example')).toMatchObject([{ if: { path: '/blog/:slug/*' } }]);
    expect(complaints).toEqual([]);
  });

  test('are put in order by keyboard, which keeps its place, and by pointer', async () => {
    await store('order.example', ['a', 'b', 'c', 'd'].map(block));
    const { page, complaints } = await dashboard.open('/rules/order.example');
    await list(page).waitFor();
    await page.getByRole('button', { name: 'Move a down' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('a is now number 2 of 4.').waitFor();
    await expect.poll(() => names(page)).toEqual(['b', 'a', 'c', 'd']);
    await expect.poll(() => focused(page)).toBe('Move a down');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('a is now number 4 of 4.').waitFor();
    // At the end the button does nothing, and keeps the focus.
    await page.keyboard.press('Enter');
    await expect.poll(() => names(page)).toEqual(['b', 'c', 'd', 'a']);
    await expect.poll(() => focused(page)).toBe('Move a down');
    await page.getByText('Not saved: order changed').waitFor();

    const handle = (name: string) =>
      list(page)
        .getByRole('listitem')
        .filter({ hasText: `/${name}` })
        .locator('[title^="Drag"]')
        .first();
    await handle('d').hover();
    const from = await handle('d').boundingBox();
    const to = await handle('b').boundingBox();
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.down();
    await page.locator('ol[data-dragging]').waitFor();
    await page.mouse.move(from.x + 4, to.y - 12, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => names(page)).toEqual(['d', 'b', 'c', 'a']);

    await page.getByRole('button', { name: 'Actions for c' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => names(page)).toEqual(['d', 'b', 'c', 'c (copy)', 'a']);
    await page.getByRole('button', { name: 'Actions for b' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('b was removed.').waitFor();
    await page.getByRole('switch', { name: 'Rule a' }).click();
    await page.getByText('Not saved: 1 added, 1 changed, 1 deleted, order changed').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);

    // What is not saved stays when the page is left.
    await page.getByRole('link', { name: 'Redirects' }).click();
    await page.getByRole('heading', { level: 1, name: 'Redirects' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('The rules of order.example were saved.').waitFor();
    expect(
      (await storedOf('order.example')).map((rule: { name: string; active: boolean }) => [
        rule.name,
        rule.active,
      ]),
    ).toEqual([
      ['d', true],
      ['c', true],
      ['c (copy)', true],
      ['a', false],
    ]);
    expect(complaints).toEqual([]);
  });

  test('that somebody else changed meanwhile are not overwritten unasked', async () => {
    await store('two.example', [block('mine')]);
    const { page } = await dashboard.open('/rules/two.example');
    const save = page.getByRole('button', { name: 'Save rules' });
    const pause = page.getByRole('switch').first();
    await pause.click();
    await store('two.example', [block('theirs'), block('more')]);
    await save.click();
    await page.getByText('Somebody else changed the rules of two.example').waitFor();
    await page.getByText('There are 2 rules now.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'rules-conflict');
    await page.getByRole('button', { name: 'Discard mine' }).click();
    await expect.poll(() => names(page)).toEqual(['theirs', 'more']);

    await pause.click();
    await store('two.example', []);
    await save.click();
    await page.getByRole('button', { name: 'Overwrite theirs' }).click();
    await page.getByText('The rules of two.example were saved.').waitFor();
    await expect
      .poll(() => storedOf('two.example'))
      .toMatchObject([{ name: 'theirs', active: false }, { name: 'more' }]);
  });

  test('that the API refuses are opened at the field it names', async () => {
    await store('refused.example', [block('a'), block('b')]);
    const { page } = await dashboard.open('/rules/refused.example');
    await page.route('**/rules', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            json: {
              error: 'rules[1].then.redirect.to is "/x"; allowed: addresses that the test likes',
              error_code: 'rules_invalid',
            },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'b', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Action').selectOption('redirect');
    await dialog.getByLabel('Goes to').fill('/x');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save rules' }).click();
    await dialog.getByText('Allowed: addresses that the test likes.').waitFor();
    await expect.poll(() => dialog.getByLabel('Goes to').getAttribute('aria-invalid')).toBe('true');
  });

  test('that were stored before and cost too much have a warning when they are opened', async () => {
    await store('costly.example', [block('a'), block('b')]);
    const { page } = await dashboard.open('/404');
    await page.route('**/rules', async (route) => {
      const response = await route.fetch();
      const warnings = [{ rule: 1, warning: 'makes the list too expensive: because' }];
      await route.fulfill({ response, json: { ...(await response.json()), warnings } });
    });
    await page.goto(`${dashboard.service.apiOrigin}/rules/costly.example`);
    await page.getByText('This rule makes the list too expensive: because.').waitFor();
  });

  test('have passwords that are kept without being shown', async () => {
    const users = [{ name: 'ada', password: 'first secret' }];
    await store('staff.example', [{ then: { basic_auth: { realm: 'Staff', users } } }]);
    const { page, complaints } = await dashboard.open('/rules/staff.example?rule=1');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('User name').inputValue()).toBe('ada');
    await expect.poll(() => dialog.getByLabel('Password').inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Another user' }).click();
    await dialog.getByLabel('User name').nth(1).fill('grace');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => dialog.getByLabel('Password').nth(1).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Password').nth(1).fill('second secret');
    await dialog.getByText('As JSON').click();
    expect(await dialog.getByRole('region', { name: 'The rule as JSON' }).textContent()).not.toContain(
      'secret',
    );
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('The rules of staff.example were saved.').waitFor();
    const stored = await storedOf('staff.example');
    expect(stored[0].then.basic_auth.users).toEqual([{ name: 'ada' }, { name: 'grace' }]);
    expect(complaints).toEqual([]);
  });

  test('are a tab of their domain, fit a phone in the dark, and can only be read with a token that can only read', async () => {
    const host = 'ruled.visited.example';
    const { uuid } = await addDomain(dashboard.service, host, { host: 'ruled.saas.example' });
    await store(host, [
      { name: 'A long name for a rule', if: { path: `/${'long/'.repeat(30)}*` }, then: { block: {} } },
      { then: { redirect: { to: `https://www.target.example/${'x'.repeat(120)}` } } },
    ]);
    const { service } = dashboard;
    const tokens = `/api/v1/accounts/${service.accountUuid}/access_tokens`;
    const { body } = await service.api(tokens, { json: { name: 'rule reader', scope: 'read' } });
    const { page, complaints } = await dashboard.open(`/domains/${uuid}/rules`, {
      viewport: phone,
      colorScheme: 'dark',
      storageState: { cookies: [], origins: [] },
    });
    await page.getByLabel('Access token').fill(body.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText("You're signed in with a read-only token").waitFor();
    await list(page).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add rule' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('switch').first().isDisabled()).toBe(true);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'A long name for a rule', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('Path', { exact: true }).isDisabled()).toBe(true);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'rule-form-phone-dark');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test a request' }).click();
    await page.getByLabel('Path and query').fill('/other');
    await page.getByText('Rule 2 answers').waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'rules-phone-dark');
    expect(complaints).toEqual([]);
  });
});
