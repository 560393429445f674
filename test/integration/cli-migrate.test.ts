/** Who migrates a control store, and who refuses one of another version. Source: docs/guides/operations.md. */
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import type { ControlLocation } from '../../src/control/location.ts';
import { findSchemaVersion, schemaVersion } from '../../src/control/migrate.ts';
import { runCli } from '../support/command-line.ts';
import { dataDirFor, makeOlderStore, onEachControlStore } from '../support/control-stores.ts';
import { type ServiceSettings, serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

async function versionOf(location: ControlLocation): Promise<number> {
  await using database = await ControlDatabase.open(location, 1);
  return await findSchemaVersion(database);
}

function envOf(control: ControlLocation): Readonly<Record<string, string>> {
  return control.kind === 'postgres' ? { NAMEPLATE_DATABASE_URL: control.url } : {};
}

const hint = /^[^\n]*schema version \d+, this program needs \d+: [^\n]*"\.\/nameplate migrate"\n$/;

onEachControlStore('a control store of an earlier version', (newLocation, engine) => {
  async function older(): Promise<ServiceSettings & { readonly control: ControlLocation }> {
    const control = await newLocation();
    expect(await makeOlderStore(control)).toBeLessThan(schemaVersion);
    return { control, dataDir: await dataDirFor(control) };
  }

  test.each([
    ['account', 'list'],
    ['account', 'create', 'Acme'],
    ['redirect', 'list'],
    ['redirect', 'export'],
    ['token', 'list'],
    ['certificate', 'list'],
    ['key', 'rotate'],
  ])('%s %s refuses it in one line and leaves it as it is', async (...args: string[]) => {
    const settings = await older();
    const found = await versionOf(settings.control);
    const { dataDir } = settings;
    const { code, stdout, stderr } = await runCli(args, { dataDir, env: envOf(settings.control) });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(hint);
    expect(await versionOf(settings.control)).toBe(found);
  });

  test('doctor leaves it as it is and says what to do', async () => {
    const settings = await older();
    const found = await versionOf(settings.control);
    const { stdout } = await runCli(['doctor', '--verbose'], {
      dataDir: settings.dataDir,
      env: envOf(settings.control),
    });
    expect(stdout).toMatch(
      engine === 'sqlite'
        ? /ok +control store .*the next start migrates it/
        : /problem +control store .*run "\.\/nameplate migrate"/,
    );
    expect(await versionOf(settings.control)).toBe(found);
  });

  test('"nameplate migrate" migrates it, once, and a service starts on it', async () => {
    const settings = await older();
    const found = await versionOf(settings.control);
    const cli = { dataDir: settings.dataDir, env: envOf(settings.control) };
    const first = await runCli(['migrate'], cli);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(
      `control store: migrated from schema version ${found} to ${schemaVersion}\n`,
    );
    const second = await runCli(['migrate'], cli);
    expect(second.stdout).toContain(`control store: schema version ${schemaVersion}, nothing to do\n`);
    const service = await TestService.start(settings);
    expect(await service.stop()).toBe(0);
    expect((await runCli(['account', 'list', '--json'], cli)).code).toBe(0);
  });

  test('serve migrates it only where no other machine can use it, or when told to', async () => {
    const settings = await older();
    const env = await serviceEnvironment(settings);
    if (engine === 'postgres') {
      const found = await versionOf(settings.control);
      const { code, stderr } = await TestService.runToEnd(env);
      expect(code).toBe(1);
      expect(stderr).toMatch(hint);
      expect(await versionOf(settings.control)).toBe(found);
    }
    const service = await TestService.startWith(env, engine === 'postgres' ? { args: ['--migrate'] } : {});
    onTestFinished(async () => void (await service.stop()));
    expect(await versionOf(settings.control)).toBe(schemaVersion);
    expect(service.output).toContain('control store migrated');
  });
});

onEachControlStore('a control store without tables', (newLocation) => {
  test('is refused by commands that read, and gets its tables from those that create', async () => {
    const control = await newLocation();
    const env = envOf(control);
    const dataDir = control.kind === 'postgres' ? await tempDir() : await dataDirFor(control);
    const refused = await runCli(['account', 'list'], { dataDir, env });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^nameplate: [^\n]*"\.\/nameplate serve"[^\n]*\n$/);
    if (control.kind === 'postgres') expect(await versionOf(control)).toBe(0);
    expect((await runCli(['account', 'create', 'Acme'], { dataDir, env })).code).toBe(0);
    expect(await versionOf(control)).toBe(schemaVersion);
    expect((await runCli(['account', 'list'], { dataDir, env })).stdout).toContain('Acme');
  });
});
