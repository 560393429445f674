/** Files of rules in each format: converted, and each of their lines followed by a request. */
import { expect } from 'vitest';
import { runCli } from '../support/command-line.ts';
import { newHost, type Row } from './row.ts';

const page = 'docs/reference/rule-formats.md';
const on = (heading: string): string => `${page} ("${heading}")`;

/** `200 text` of an answer, `301 https://…` of a redirect; what a field of it says in brackets. */
type Asked = readonly [target: string, answer: string, headers?: Readonly<Record<string, string>>];

/** A row that reads a file and asks for its paths; `HOST` in it stands for the row's host. */
function format(
  heading: string,
  statement: string,
  name: string,
  lines: readonly string[],
  asked: readonly Asked[],
): Row {
  return {
    source: on(heading),
    statement,
    async check(service, bench) {
      const host = newHost();
      const converted = await runCli(
        ['rules', 'convert', '-', '--format', name, '--host', host, '--to', 'json'],
        { dataDir: await bench.newDirectory(), stdin: `${lines.join('\n').replaceAll('HOST', host)}\n` },
      );
      expect(converted).toMatchObject({ code: 0, stderr: '' });
      const path = `/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`;
      const put = await service.api(path, { method: 'PUT', json: JSON.parse(converted.stdout) });
      expect(put).toMatchObject({ status: 200 });
      const got: string[] = [];
      for (const [target, , headers = {}] of asked) {
        const answer = await service.edge(host, target, { headers });
        const field = answer.headers['x-of'];
        const text = answer.location ?? (answer.status === 200 ? answer.body : '');
        got.push(
          `${target} ${answer.status}${text === '' ? '' : ` ${text}`}${field === undefined ? '' : ` [${String(field)}]`}`,
        );
      }
      expect(got).toEqual(asked.map(([target, answer]) => `${target} ${answer.replaceAll('HOST', host)}`));
    },
  };
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

export const ruleFormatRows: readonly Row[] = [
  {
    source: on('Files of rules'),
    statement: 'a file is converted whole or not at all, and each line that can’t be carried over is named',
    async check(_, bench) {
      const stdin = '/a /b\n/* /index.html 200\n/c /d 302\n/gone /gone.html 410\n';
      const dataDir = await bench.newDirectory();
      const run = (...more: string[]) =>
        runCli(['rules', 'convert', '-', '--host', newHost(), '--format', 'netlify', ...more], {
          dataDir,
          stdin,
        });
      expect(await run()).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/line 2: status 200 .*\n.*line 4: status 410 /),
      });
      expect((await run('--skip-invalid', '--to', 'netlify')).stdout).toBe('/a /b 301\n/c /d 302\n');
    },
  },
  format(
    'CSV',
    'a row is a rule: paths, conditions, redirects and other actions',
    'csv',
    [
      'host,path,query,languages,to,status,then',
      'HOST,/spring,,,https://www.example.com/sale,302,',
      'HOST,/shop/*,,"de,fr",https://shop.example.com/de/:splat,302,',
      ',/shop/*,,,https://shop.example.com/:splat,,',
      ',/mail,ref=mail&id=:id,,/letter/:id,307,',
      ',/secret/*,,,,,"{""block"":{}}"',
      ',/hello,,,,,"{""respond"":{""body"":""hi""}}"',
    ],
    [
      ['/spring?a=b', '302 https://www.example.com/sale?a=b'],
      ['/shop/x/y', '302 https://shop.example.com/de/x/y', { 'accept-language': 'fr-CA' }],
      ['/shop/x/y', '301 https://shop.example.com/x/y', { 'accept-language': 'en' }],
      ['/mail?ref=mail&id=7', '307 /letter/7?ref=mail&id=7'],
      ['/mail?ref=web&id=7', '404'],
      ['/secret/x', '403'],
      ['/hello', '200 hi'],
    ],
  ),
  format(
    'JSON',
    'the form of the API',
    'json',
    [
      '{"rules": [{"if": {"path": "/a"}, "then": {"redirect": {"to": "/b", "query": false}}},',
      '{"then": {"respond": {"body": "else"}}}]}',
    ],
    [
      ['/a?x', '301 /b'],
      ['/c', '200 else'],
    ],
  ),
  format(
    'Netlify redirects',
    'redirects with splats, placeholders, parameters and languages, and lines that end the list',
    'netlify',
    [
      '# moved',
      '/old/*  /new/:splat  302!',
      '/:year/:slug  https://blog.example/:slug?of=:year',
      '/shop id=:id  /goods/:id  308',
      '/start  /anfang  302  Language=de',
      '/start  /begin  302',
      '/admin/*  200',
      '/*  https://other.example/:splat  303',
    ],
    [
      ['/old/a/b?c', '302 /new/a/b?c'],
      ['/2024/news', '301 https://blog.example/news?of=2024'],
      ['/shop?id=7', '308 /goods/7'],
      ['/start', '302 /anfang', { 'accept-language': 'de' }],
      ['/start', '302 /begin', { 'accept-language': 'en' }],
      ['/admin/x/y', '404'],
      ['/what/ever/else', '303 https://other.example/what/ever/else'],
    ],
  ),
  format(
    'Netlify headers',
    'fields of responses, fields that are removed, and passwords',
    'netlify-headers',
    [
      '/a/*',
      '  X-Of: a',
      '/a/twice',
      '  X-Of: one',
      '  X-Of: two',
      '/a/none',
      '  ! X-Of',
      '/staff/*',
      '  Basic-Auth: ann:secret bob:word',
    ],
    [
      ['/a/b', '404 [a]'],
      ['/a/twice', '404 [one, two]'],
      ['/a/none', '404'],
      ['/staff/x', '401'],
      ['/staff/x', '404', basic('bob:word')],
      ['/staff/x', '401', basic('bob:secret')],
    ],
  ),
  format(
    'Cloudflare bulk redirects',
    'status, query, subpaths and their suffix; the deepest path comes first',
    'cloudflare',
    [
      'https://HOST/,https://www.example.com/,302',
      'HOST/docs,https://docs.example.com/all,301,FALSE,FALSE,TRUE,FALSE',
      'http://HOST/docs/api,https://api.example.com/v1,307,TRUE,FALSE,TRUE,TRUE',
      'HOST/about,https://www.example.com/us,,TRUE',
    ],
    [
      ['/', '302 https://www.example.com/'],
      ['/docs/x?y', '301 https://docs.example.com/all'],
      ['/docs/api/a/b?y', '307 https://api.example.com/v1/a/b?y'],
      ['/docs/api?y', '307 https://api.example.com/v1?y'],
      ['/about?y=1', '301 https://www.example.com/us?y=1'],
      ['/other', '404'],
    ],
  ),
  format(
    'nginx',
    'rewrites, returns, locations and maps, in the order in which nginx looks',
    'nginx',
    [
      'server {',
      '  server_name HOST;',
      '  rewrite ^/old/(.*)$ /new/$1 permanent;',
      '  rewrite ^/user/([^/]+)/files$ https://files.example/$1 redirect;',
      '  location = /gone { return 410 "gone"; }',
      '  location /private/ { return 403; }',
      '  location /docs/ { return 302 https://docs.example$request_uri; }',
      '}',
    ],
    [
      ['/old/a/b?c=d', '301 /new/a/b?c=d'],
      ['/user/ann/files', '302 https://files.example/ann'],
      ['/gone', '410'],
      ['/private/x', '403'],
      ['/docs/a?b=c', '302 https://docs.example/docs/a?b=c'],
      ['/else', '404'],
    ],
  ),
];
