/** The control store behind a pooler as Debian has it. Source: docs/guides/operations.md ("The control store"). */
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { behindPgbouncer } from '../support/pgbouncer.ts';
import { TestService } from '../support/service.ts';
import { lacksCommand } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const isAway = !hasPostgres() || lacksCommand('pgbouncer', 'the control store behind PgBouncer');

test.skipIf(isAway).each(['session', 'transaction'] as const)(
  'PgBouncer stands between in %s mode: 40 writes at once succeed, and the edge has them',
  async (poolMode) => {
    const url = await behindPgbouncer(await newDatabase('nothing'), poolMode);
    const service = await TestService.start({ dataDir: await tempDir(), control: { kind: 'postgres', url } });
    onTestFinished(async () => void (await service.stop()));
    const hosts = Array.from({ length: 40 }, (_, index) => `h${index}.example.com`);
    const answers = await Promise.all(
      hosts.map((host) =>
        service.api(service.redirects, {
          method: 'POST',
          json: { source_host: host, destination_url: 'https://dest.example' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(hosts.map(() => 201));
    await Promise.all(
      hosts.map((host) => expect.poll(async () => (await service.edge(host, '/')).status).toBe(301)),
    );
    const listed = await service.api(`${service.redirects}?per_page=50`);
    expect(listed.body.pagination.count).toBe(hosts.length);
  },
);
