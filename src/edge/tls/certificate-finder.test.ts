import { describe, expect, it } from 'vitest';
import type { ServedCertificate } from '../../core/served-certificate.ts';
import { RpcClient } from '../rpc-client.ts';
import { CertificateFinder } from './certificate-finder.ts';

function certificateOf(fingerprint: string): ServedCertificate {
  return {
    fingerprint,
    certificatePem: '',
    privateKeyPem: '',
    notBeforeMs: 0,
    expiresAtMs: 1,
    sans: [],
    accountUuid: 'a',
  };
}

function setUp(file: readonly ServedCertificate[] | Error, application: readonly ServedCertificate[] | null) {
  let asked = 0;
  const rpc: RpcClient = new RpcClient(
    (id) => {
      asked += 1;
      queueMicrotask(() =>
        rpc.settle(id, application && { certificates: application, keyAuthorization: '' }),
      );
    },
    () => application === null,
  );
  const source = { findForHost: async () => (file instanceof Error ? Promise.reject(file) : file) };
  return { finder: new CertificateFinder(source, rpc), asked: () => asked };
}

const [inFile, elsewhere] = [[certificateOf('file')], [certificateOf('elsewhere')]];

describe('certificates of a host', () => {
  it('come from the file, and nobody else is asked', async () => {
    const { finder, asked } = setUp(inFile, elsewhere);
    expect(await finder.find('a.example')).toEqual(inFile);
    expect(asked()).toBe(0);
  });

  it.each([
    ['has none', []],
    ['cannot be read', new Error('damaged')],
  ] as const)('come from the application process when the file %s', async (_, file) => {
    expect(await setUp(file, elsewhere).finder.find('a.example')).toEqual(elsewhere);
    await expect(setUp(file, null).finder.find('a.example')).rejects.toThrow('is away');
  });

  it('come from the application process first while the file is behind', async () => {
    const { finder } = setUp(inFile, elsewhere);
    finder.setCurrent(false);
    expect(await finder.find('a.example')).toEqual(elsewhere);
    finder.setCurrent(true);
    expect(await finder.find('a.example')).toEqual(inFile);
  });

  it('come from a file that is behind when there is no application process', async () => {
    const { finder } = setUp(inFile, null);
    finder.setCurrent(false);
    expect(await finder.find('a.example')).toEqual(inFile);
  });
});
