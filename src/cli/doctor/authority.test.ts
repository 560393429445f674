import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeAuthority } from '../../../test/support/fake-authority.ts';
import { parseConfig } from '../../config/config.ts';
import { systemClock } from '../../core/clock.ts';
import { checkAuthority } from './authority.ts';

async function look(env: Readonly<Record<string, string>> = {}, now: number = systemClock.now()) {
  const config = parseConfig({ NAMEPLATE_ACME: 'on', ...env });
  return await checkAuthority(config, { now: () => now });
}

async function open() {
  const authority = await FakeAuthority.start();
  onTestFinished(() => authority[Symbol.asyncDispose]());
  return { authority, env: { NAMEPLATE_ACME_DIRECTORY: authority.directoryUrl } };
}

describe('the check of the certificate authority', () => {
  it('names it, and the terms that are agreed to', async () => {
    const { authority, env } = await open();
    authority.meta = { termsOfService: 'https://ca.example/terms' };
    expect(await look(env)).toEqual([
      {
        level: 'ok',
        check: 'certificate authority',
        message: `${authority.directoryUrl} answers. Who orders agrees to its terms, https://ca.example/terms.`,
      },
    ]);
  });

  it('has nothing to find where no certificates are ordered', async () => {
    const edge = { NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net' };
    expect(await look({ NAMEPLATE_ACME: 'off', ...edge })).toMatchObject([
      { level: 'ok', message: expect.stringContaining('NAMEPLATE_ACME') },
    ]);
    expect(await look({ NAMEPLATE_EDGE_HTTPS_PORT: '0' })).toMatchObject([
      { level: 'ok', message: expect.stringContaining('NAMEPLATE_EDGE_HTTPS_PORT') },
    ]);
  });

  it('warns where nothing says at which name or address certificates are to be had', async () => {
    expect(await look({ NAMEPLATE_ACME: 'auto' })).toMatchObject([
      { level: 'warning', message: expect.stringContaining('set NAMEPLATE_EDGE_HOSTNAME') },
    ]);
  });

  it('finds one that cannot be reached, is none, or fails', async () => {
    const { authority, env } = await open();
    expect(await look({ NAMEPLATE_ACME_DIRECTORY: 'http://127.0.0.1:1/dir' })).toMatchObject([
      {
        level: 'problem',
        message: expect.stringMatching(/127\.0\.0\.1:1 cannot be reached .*NODE_EXTRA_CA/),
      },
    ]);
    const elsewhere = authority.directoryUrl.replace('directory', 'nothing');
    expect(await look({ NAMEPLATE_ACME_DIRECTORY: elsewhere })).toMatchObject([
      { level: 'problem', message: expect.stringContaining('no ACME directory') },
    ]);
    authority.faultOf = () => ({ status: 503, type: 'serverInternal' });
    expect(await look(env)).toMatchObject([
      { level: 'problem', message: expect.stringContaining('a fault') },
    ]);
  });

  it('finds that it does not offer the profile, and names those that it does', async () => {
    const { authority, env } = await open();
    const withProfile = { ...env, NAMEPLATE_ACME_PROFILE: 'short' };
    expect(await look(withProfile)).toMatchObject([
      { level: 'ok' },
      { level: 'warning', message: expect.stringContaining('It has none: correct NAMEPLATE_ACME_PROFILE') },
    ]);
    authority.profiles = { classic: 90 * 86_400_000, shortlived: 6 * 86_400_000 };
    expect(await look(withProfile)).toMatchObject([
      { level: 'ok' },
      {
        level: 'warning',
        message: `${authority.directoryUrl} does not offer the profile "short", so orders go without it. It offers "classic", "shortlived": correct NAMEPLATE_ACME_PROFILE.`,
      },
    ]);
    expect(await look({ ...env, NAMEPLATE_ACME_PROFILE: 'shortlived' })).toMatchObject([{ level: 'ok' }]);
  });

  it('finds that it wants customers', async () => {
    const { authority, env } = await open();
    authority.meta = { externalAccountRequired: true };
    expect(await look(env)).toMatchObject([
      { level: 'problem', message: expect.stringContaining('NAMEPLATE_ACME_EAB_KEY_ID') },
    ]);
    const customer = { NAMEPLATE_ACME_EAB_KEY_ID: 'kid', NAMEPLATE_ACME_EAB_HMAC_KEY: 'A'.repeat(43) };
    expect(await look({ ...env, ...customer })).toMatchObject([{ level: 'ok' }]);
  });

  it('finds a clock that goes wrong', async () => {
    const { env } = await open();
    const now = systemClock.now() - 600_000;
    expect(await look(env, now)).toMatchObject([
      { level: 'ok' },
      { level: 'warning', message: expect.stringContaining('NTP') },
    ]);
  });
});
