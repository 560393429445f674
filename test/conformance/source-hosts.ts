/** Source hosts. */
import { expect } from 'vitest';
import { createRedirect, expectError, newAccount, newHost, postRedirect, type Row } from './row.ts';

const source = 'docs/reference/redirects.md ("The host")';

export const hostnameRows: readonly Row[] = [
  ...(
    [
      ['is trimmed', (host: string) => `  ${host}\t\n`, (host: string) => host],
      ['is put in lower case', (host: string) => host.toUpperCase(), (host: string) => host],
      ['loses a trailing dot', (host: string) => `${host}.`, (host: string) => host],
      [
        'is put in A-labels (IDN)',
        (host: string) => `Bücher.${host}`,
        (host: string) => `xn--bcher-kva.${host}`,
      ],
      [
        'keeps ß apart from ss (UTS 46)',
        (host: string) => `faß.${host}`,
        (host: string) => `xn--fa-hia.${host}`,
      ],
      [
        'is mapped from full width (UTS 46)',
        (host: string) => `ＡＢ。${host}`,
        (host: string) => `ab.${host}`,
      ],
      [
        'may be given in A-labels',
        (host: string) => `XN--BCHER-KVA.${host}`,
        (host: string) => `xn--bcher-kva.${host}`,
      ],
      [
        'may have labels of 63',
        (host: string) => `${'a'.repeat(63)}.${host}`,
        (host: string) => `${'a'.repeat(63)}.${host}`,
      ],
      ['may begin with digits', (host: string) => `1.2.3.4.${host}`, (host: string) => `1.2.3.4.${host}`],
      ['may have hyphens inside', (host: string) => `a--b-c.${host}`, (host: string) => `a--b-c.${host}`],
    ] as const
  ).map(
    ([what, given, stored]): Row => ({
      source,
      statement: `source_host ${what}`,
      async check(service) {
        const host = newHost();
        const redirect = await createRedirect(service, { source_host: given(host) });
        expect(redirect.source_host).toBe(stored(host));
        expect((await service.edge(stored(host))).status).toBe(301);
      },
    }),
  ),
  {
    source,
    statement: 'source_host has two or more labels and at most 253 characters',
    codes: ['source_host_invalid'],
    async check(service) {
      const host = newHost();
      const label = 'a'.repeat(50);
      const longest = `${label}.${label}.${label}.${label}.`.padEnd(253 - host.length - 1, 'b');
      const redirect = await createRedirect(service, { source_host: `${longest}.${host}` });
      expect(redirect.source_host).toHaveLength(253);
      const longer = await postRedirect(service, { source_host: `b${longest}.${host}` });
      expectError(longer, 400, 'source_host_invalid', 'source_host', '253');
      const single = await postRedirect(service, { source_host: 'localhost' });
      expectError(single, 400, 'source_host_invalid', '"localhost"');
      const twoLabels = `x${Date.now()}.y`;
      expect((await postRedirect(service, { source_host: twoLabels })).status).toBe(201);
    },
  },
  {
    source,
    statement: 'a port, scheme, path, IP literal, wildcard or bad label is refused',
    codes: ['source_host_invalid'],
    async check(service) {
      for (const host of [
        '',
        ' ',
        '.',
        'a.example:80',
        'a.example:',
        'http://a.example',
        '//a.example',
        'a.example/',
        'a.example?x',
        'user@a.example',
        '127.0.0.1',
        '0x7f.1',
        '1.2',
        '::1',
        '[::1]',
        '*.a.example',
        '*',
        '-a.example',
        'a-.example',
        'a_b.example',
        'a..example',
        '.a.example',
        'a.example..',
        'a b.example',
        'a\u0000.example',
        'a%2eexample',
        `${'a'.repeat(64)}.example`,
        'a,b.example',
        '\ud800.example',
        'xn--.example',
        'xn--a.example',
        'a\u00ad\u200d.example.\u2060\u0000',
      ]) {
        const answer = await postRedirect(service, { source_host: host });
        expectError(answer, 400, 'source_host_invalid', 'source_host');
      }
    },
  },
  {
    source,
    statement: 'source_host is unique over the whole installation, after normalisation',
    postgres: 'a unique constraint',
    codes: ['source_host_taken'],
    async check(service) {
      const host = newHost();
      await createRedirect(service, { source_host: `bücher.${host}` });
      const other = await newAccount(service);
      for (const same of [
        `BÜCHER.${host}`,
        `xn--bcher-kva.${host}.`,
        ` bu\u0308cher.${host.toUpperCase()} `,
      ]) {
        const json = { source_host: same, destination_url: 'https://dest.example' };
        for (const request of [{ path: service.redirects }, { path: other.redirects, token: other.token }]) {
          const answer = await service.api(request.path, { ...request, json });
          expectError(answer, 400, 'source_host_taken', `xn--bcher-kva.${host}`);
        }
      }
    },
  },
  {
    source,
    statement: 'an inactive redirect holds its host, too',
    codes: ['source_host_taken'],
    async check(service) {
      const { source_host: host } = await createRedirect(service, { active: false });
      expectError(await postRedirect(service, { source_host: host }), 400, 'source_host_taken', host);
    },
  },
  {
    source,
    statement: 'of two racing creates one is 201 and the other 400 source_host_taken',
    postgres: 'transactions that race',
    codes: ['source_host_taken'],
    async check(service) {
      const host = newHost();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => postRedirect(service, { source_host: host })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const answer of answers) {
        if (answer.status !== 201) expectError(answer, 400, 'source_host_taken', host);
      }
    },
  },
];
