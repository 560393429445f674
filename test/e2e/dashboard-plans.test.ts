/** A plan's page: what it would do, approving it, applying it. Source: docs/reference/plans.md ("Approval"). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '../../src/core/time.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { chromiumPath, problemsEverywhere, TestDashboard } from '../support/dashboard.ts';
import { runProgram } from '../support/program.ts';
import { tempDir } from '../support/temp-dir.ts';

const [changed, gone, added, ruled] = ['go', 'old', 'new', 'ruled'].map(
  (name) => `${name}.plans.example.com`,
);
const redirectTo = (source_host = '', more = {}) => ({
  source_host,
  destination_url: 'https://www.example.com/',
  ...more,
});

describe.skipIf(!chromiumPath)('a plan in the dashboard', () => {
  let dashboard: TestDashboard;
  let account: string;
  let as: Readonly<Record<'admin' | 'viewer', Awaited<ReturnType<TestDashboard['signedInAs']>>>>;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
    const { accountUuid } = dashboard.service;
    account = `/api/v1/accounts/${accountUuid}`;
    as = {
      admin: await dashboard.signedInAs('admin@plans.example.com', { [accountUuid]: 'admin' }),
      viewer: await dashboard.signedInAs('viewer@plans.example.com', { [accountUuid]: 'viewer' }),
    };
  });
  afterEach(() => dashboard.closePages());

  const ask = async (path: string, json?: unknown, token?: string) => {
    const answer = await dashboard.service.api(`${account}${path}`, {
      ...(json !== undefined && { json }),
      ...(token !== undefined && { token }),
    });
    return { ...answer, code: answer.body.error_code };
  };
  const planOf = async (document: object): Promise<string> => (await ask('/plans', document)).body.uuid;

  test('is opened by the link of nameplate plan, read and approved, and a token that only reads applies it once', async () => {
    for (const host of [changed, gone, ruled]) await ask('/redirects', redirectTo(host));
    for (const path of ['/old', '/old', '/'])
      expect((await dashboard.service.edge(ruled ?? '', path)).status).toBe(301);
    const rules = [{ if: { path: '/old' }, then: { block: {} } }];
    await expect
      .poll(async () => (await ask(`/hosts/${ruled}/rules/replay`, { rules })).body.requests, {
        timeout: 20_000,
      })
      .toBe(3);
    const { token: reading } = (await ask('/access_tokens', { name: 'assistant', scope: 'read' })).body;
    const file = join(await tempDir(), 'config.json');
    const document = {
      redirects: [redirectTo(changed, { note: 'Flyer' }), redirectTo(added), redirectTo(ruled)],
      rules: [{ host: ruled, rules }],
    };
    await writeFile(file, JSON.stringify(document));
    const planned = await runProgram(['plan', file, '--prune'], {
      dataDir: '/nowhere',
      env: { NAMEPLATE_URL: dashboard.service.apiOrigin, NAMEPLATE_TOKEN: reading },
    });
    expect(planned.code, planned.stderr).toBe(3);
    const [address = ''] = planned.stderr.match(/(?<=approve it at )http\S+/) ?? [];
    const { pathname } = new URL(address);

    const { page, complaints } = await dashboard.open(pathname, as.admin);
    await page.getByText('2 to create, 1 to change, 1 to delete, 1 unchanged.').waitFor();
    const replayed = 'Over the last 7 days this would have changed 2 of 3 requests. In all, 2 blocked.';
    await page.getByRole('status').getByText(`The rules of 1 host change. ${replayed}`).waitFor();
    for (const [title, item] of [
      ['To create (2)', `Redirect ${added}`],
      ['To create (2)', `Rules ${ruled}`],
      ['To change (1)', `Redirect ${changed}`],
    ] as const)
      await page
        .locator('section', { has: page.getByRole('heading', { name: title }) })
        .getByText(item)
        .click();
    await page
      .getByRole('listitem')
      .getByText(gone ?? '')
      .waitFor();
    await page.locator('ins', { hasText: '"Flyer"' }).waitFor();
    await page.getByText('"block":{}').waitFor();
    expect(await problemsEverywhere(page, 'plan')).toEqual([]);

    const apply = async () => (await ask(`${pathname}/apply`, {}, reading)).status;
    expect(await apply()).toBe(403);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved by admin@plans.example.com').waitFor();
    await page.getByRole('button', { name: 'Approve for another hour' }).waitFor();
    expect(await problemsEverywhere(page, 'plan-approved')).toEqual([]);
    expect(await apply()).toBe(200);
    expect(await apply()).toBe(409);
    // Who has the page open still is told.
    await page.getByRole('button', { name: 'Approve for another hour' }).click();
    await page.getByText('was applied already').waitFor();
    await page.getByText('admin@plans.example.com had approved it.').waitFor();
    await page.getByRole('heading', { name: 'Deleted (1)' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Apply)/ }).count()).toBe(0);
    expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);

    await page.goto(`${dashboard.service.apiOrigin}/activity?resource=plan`);
    await page.getByText('approved by').waitFor();
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  });

  test('is only read by viewers; an approval ends, and the plan does', async () => {
    const uuid = await planOf({ brand: { name: 'Acme' } });
    const approving = await dashboard.open(`/plans/${uuid}`, as.admin);
    await approving.page.getByRole('button', { name: 'Approve' }).click();
    await approving.page.getByText('The plan is approved for one hour.').waitFor();
    const { page, complaints } = await dashboard.open(`/plans/${uuid}`, as.viewer);
    await page.getByText('Only owners and admins approve and apply plans.').waitFor();
    await page.getByText('Approved by admin@plans.example.com').waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Apply)/ }).count()).toBe(0);
    const set = (values: { approved_at: number } | { expires_at: number }) =>
      dashboard.withStore(({ database }) =>
        database.queries
          .updateTable('plans')
          .set(values as object)
          .where('uuid', '=', uuid)
          .execute(),
      );
    await set({ approved_at: Date.now() - 2 * hourMs });
    await page.reload();
    await page.getByText('An approval lasts one hour, so this one is over.').waitFor();
    await set({ expires_at: Date.now() - 1 });
    await page.reload();
    await page.getByText('Plan not found').waitFor();
    await page.getByText('Plans are deleted after 24 hours.').waitFor();
    expect(await problemsEverywhere(page, 'plan-gone')).toEqual([]);
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  });

  test('whose resources have changed says so, and changes nothing', async () => {
    const host = 'since.plans.example.com';
    const { uuid: redirect } = (await ask('/redirects', redirectTo(host))).body;
    const uuid = await planOf({ redirects: [redirectTo(host, { note: 'Flyer' })] });
    await dashboard.service.api(`${account}/redirects/${redirect}`, {
      method: 'PUT',
      json: { note: 'Poster' },
    });
    // Signed in with a token, which approves nothing.
    const { page } = await dashboard.open(`/plans/${uuid}`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page
      .getByRole('alert')
      .getByText(`"${host}" of redirects was changed since the plan was made; make another one.`)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await problemsEverywhere(page, 'plan-changed-since')).toEqual([]);
    expect((await ask(`/redirects/${redirect}`)).body.note).toBe('Poster');
  });

  test('that deletes something is applied after a question, also one of another account of the user', async () => {
    const host = 'last.plans.example.com';
    const { uuid: other } = await dashboard.withStore((store) => new Accounts(store).create('Other shop'));
    await ask('/redirects', redirectTo(host));
    const { body } = await ask('/plans?prune=true', { redirects: [] });
    expect(body.deletes).toHaveLength(body.summary.deletes);
    const roles = { [other]: 'owner', [dashboard.service.accountUuid]: 'admin' } as const;
    const { page, complaints } = await dashboard.open(
      '/overview',
      await dashboard.signedInAs('two@plans.example.com', roles),
    );
    await page.evaluate(`localStorage.setItem('nameplate.account', ${JSON.stringify(other)})`);
    await page.goto(`${dashboard.service.apiOrigin}/plans/${body.uuid}`);
    await page.getByText('This plan is for the account “Test”').waitFor();
    await page.getByRole('button', { name: 'Switch to Test' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply and delete' }).click();
    await page.getByText('The plan was applied.').waitFor();
    await page.getByRole('heading', { name: `Deleted (${body.summary.deletes})` }).waitFor();
    expect((await ask('/redirects')).body.data).toEqual([]);
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  });
});
