import { expect, test } from 'vitest';
import { readNginxRules } from './nginx-rules.ts';
import type { FileContext } from './rule-file.ts';

const host = 'www.example.com';
const context: FileContext = { defaultHost: host, findUpstream: () => undefined };

function read(text: string) {
  return readNginxRules(text.split('\n'), context);
}

/** Path, destination, status and whether the query is passed on. */
function redirectsOf(text: string) {
  const { rules, problems } = read(text);
  expect(problems).toEqual([]);
  return rules.map(({ rule }) => rule);
}

function redirect(path: string, to: string, status = 301, query = false, conditions: object = {}) {
  return { active: true, if: { path, ...conditions }, then: { redirect: { to, status, query } } };
}

test.each([
  ['rewrite ^/old$ /new permanent;', redirect('/old', '/new', 301, true)],
  ['rewrite ^/old/?$ /new redirect;', redirect('/old', '/new', 302, true)],
  ['rewrite ^/old$ /new? permanent;', redirect('/old', '/new')],
  ['rewrite ^/old$ https://new.example/x;', redirect('/old', 'https://new.example/x', 302, true)],
  ['rewrite ^/a/(.*)$ /b/$1 permanent;', redirect('/a/*', '/b/:splat', 301, true)],
  ['rewrite "^/a/(.*)$" "/b/$1" permanent;', redirect('/a/*', '/b/:splat', 301, true)],
  ['rewrite ^/a(.*)$ /b$1 permanent;', redirect('/a*', '/b:splat', 301, true)],
  ['rewrite ^/a/ /b permanent;', redirect('/a/*', '/b', 301, true)],
  ['rewrite ^/a /b permanent;', redirect('/a*', '/b', 301, true)],
  [
    'rewrite ^/(.*)$ https://new.example/$1 permanent;',
    redirect('/*', 'https://new.example/:splat', 301, true),
  ],
  [
    'rewrite ^(.*)$ https://new.example$1 permanent;',
    redirect('/*', 'https://new.example/:splat', 301, true),
  ],
  [
    'rewrite ^ https://new.example$request_uri? permanent;',
    redirect('/*', 'https://new.example/:splat', 301, true),
  ],
  [
    'rewrite ^/u/([^/]+)/posts/([^/]+)$ /p/$2-by-$1 permanent;',
    redirect('/u/:p1/posts/:p2', '/p/:p2-by-:p1', 301, true),
  ],
  [
    'rewrite ^/u/(?<who>[^/]+)/(?<rest>.*)$ /p/$who/$rest permanent;',
    redirect('/u/:p1/*', '/p/:p1/:splat', 301, true),
  ],
  ['rewrite ^/index\\.php$ / permanent;', redirect('/index.php', '/', 301, true)],
  ['rewrite ^/caf\u00e9$ / permanent;', redirect('/caf%C3%A9', '/', 301, true)],
  ['return 301 https://new.example$request_uri;', redirect('/*', 'https://new.example/:splat', 301, true)],
  [
    'return 308 https://new.example$uri$is_args$args;',
    redirect('/*', 'https://new.example/:splat', 308, true),
  ],
  ['return https://new.example/;', redirect('/*', 'https://new.example/', 302)],
  ['location = /x { return 301 /y; }', redirect('/x', '/y')],
  ['location = /x { return 302 /y?a=1&$args; }', redirect('/x', '/y?a=1', 302, true)],
  ['location = /x { return 301 $scheme://$host/y; }', redirect('/x', '/y')],
  ['location = /x { return 301 https://$host/y; }', redirect('/x', `https://${host}/y`)],
  ['location = /x { rewrite ^ /y permanent; }', redirect('/x', '/y', 301, true)],
  [
    'location /docs/ { return 301 https://docs.example$request_uri; }',
    redirect('/docs/*', 'https://docs.example/docs/:splat', 301, true),
  ],
  [
    'location /docs/ { rewrite ^/docs/(.*)$ /manual/$1 permanent; }',
    redirect('/docs/*', '/manual/:splat', 301, true),
  ],
  [
    'location /docs/ { rewrite ^(.*)$ https://new.example$1 permanent; }',
    redirect('/docs/*', 'https://new.example/docs/:splat', 301, true),
  ],
  [
    'location /docs/ { rewrite ^/(.*)$ https://new.example/x/$1 permanent; }',
    redirect('/docs/*', 'https://new.example/x/docs/:splat', 301, true),
  ],
  ['location ~ ^/u/([^/]+)$ { return 301 /users/$1; }', redirect('/u/:p1', '/users/:p1')],
  ['location ^~ /old { return 301 /new; }', redirect('/old*', '/new')],
  ['location = /private { return 403; }', { active: true, if: { path: '/private' }, then: { block: {} } }],
  [
    'location = /gone { return 410 "It is gone."; }',
    {
      active: true,
      if: { path: '/gone' },
      then: { respond: { status: 410, content_type: 'text/plain', body: 'It is gone.' } },
    },
  ],
  ['/old /new;', redirect('/old', '/new')],
  ['"/old path" /new;', redirect('/old path', '/new')],
  ['~^/a/(.*)$ /b/$1;', redirect('/a/*', '/b/:splat')],
  ['/a.php?id=7&print /b;', redirect('/a.php', '/b', 301, false, { query: { id: '7', print: true } })],
])('reads %j', (line, expected) => {
  expect(redirectsOf(line)).toEqual([expected]);
});

test('reads a whole configuration, each server for its hosts', () => {
  const { rules, problems } = read(`
http {
  server {
    listen 80; # clear text
    server_name a.example b.example;
    return 301
      https://c.example$request_uri;
  }
  server {
    listen 443 ssl;
    ssl_certificate /etc/ssl/x.pem;
    location = /x { return 301 /y; }
    server_name d.example;
  }
}`);
  expect(problems).toEqual([]);
  expect(rules).toMatchObject([
    { line: 6, host: 'a.example', rule: redirect('/*', 'https://c.example/:splat', 301, true) },
    { line: 6, host: 'b.example', rule: redirect('/*', 'https://c.example/:splat', 301, true) },
    { line: 12, host: 'd.example', rule: redirect('/x', '/y') },
  ]);
});

test('puts rules into the order in which nginx looks', () => {
  const paths = redirectsOf(`
location /a/ { return 301 /1; }
location ~ ^/a/([^/]+)$ { return 301 /2; }
location /a/b/ { return 301 /3; }
location = /a/b { return 301 /4; }
rewrite ^/first$ /5 permanent;
`).map((rule) => Reflect.get(Reflect.get(rule, 'if'), 'path'));
  expect(paths).toEqual(['/first', '/a/b', '/a/:p1', '/a/b/*', '/a/*']);
});

test.each([
  ['if ($new) { return 302 $new; }', 302, false],
  ['if ($new) {\n return 308 $scheme://$host$new;\n}', 308, false],
  ['return 301 $new;', 301, false],
  ['rewrite ^ $new permanent;', 301, true],
  ['', 301, false],
])('takes the status of a map from %j', (use, status, query) => {
  const map = 'map $uri $new {\n default "";\n volatile;\n ~^/b/(.*)$ /c/$1;\n /a /b;\n}';
  expect(redirectsOf(`${map}\n${use}`)).toEqual([
    redirect('/a', '/b', status, query),
    redirect('/b/*', '/c/:splat', status, query),
  ]);
});

test('uses a map for the hosts of the servers that use it', () => {
  const { rules } = read(
    'map $request_uri $new { /a /b; }\nserver { server_name x.example; if ($new) { return 301 $new; } }\nserver { server_name y.example; return 301 $new; }',
  );
  expect(rules.map((one) => one.host)).toEqual(['x.example', 'y.example']);
});

test.each([
  ['rewrite /old /new permanent;', 'has no "^" at its beginning'],
  ['rewrite ^/a/(.+)$ /b/$1 permanent;', 'has "(.+)$", which a path cannot say'],
  ['rewrite ^/a/([0-9]+)$ /b/$1 permanent;', 'which a path cannot say'],
  ['rewrite ^/a/(\\d+)$ /b/$1 permanent;', 'which a path cannot say'],
  ['rewrite ^/(a|b)$ /c permanent;', 'which a path cannot say'],
  ['rewrite ^/a/(.*)/b$ /c permanent;', 'has more after ".*"'],
  ['rewrite ^/a-([^/]+)$ /c permanent;', 'that is not a whole segment'],
  ['rewrite ^/a\\*$ /c permanent;', 'has a literal "*"'],
  ['rewrite ^/a$ /b/$2 permanent;', 'its destination has "$2", which is not known here'],
  ['rewrite ^/a$ /b/$cookie_x permanent;', 'its destination has "$cookie_x"'],
  ['rewrite ^/a/(.*)$ /b/${1}x permanent;', 'a letter or digit right after "${1}"'],
  ['rewrite ^/a$ /b/Talk:Main permanent;', 'its destination has ":Main"'],
  ['rewrite ^/a$ b permanent;', 'is neither a path nor an http(s) URL'],
  ['rewrite ^/a$ /b last;', 'it rewrites inside the server'],
  ['rewrite ^/a$ /b;', 'it rewrites inside the server'],
  ['rewrite ^/a$;', 'it is not of the form'],
  ['location /x/ { rewrite ^/y$ /z permanent; }', 'its expression leads out of its location'],
  ['location ~* ^/x$ { return 301 /y; }', 'its location "~*" ignores case'],
  ['location @named { return 301 /y; }', 'its source "@named" is not a path'],
  ['location ^~ /x { return 301 /y; }\nlocation ~ ^/z$ {}', '"^~" beside expressions'],
  ['location /x/ { proxy_pass http://up; }', '"proxy_pass" cannot be carried over'],
  ['location = /x { return 444; }', 'its status "444" cannot be carried over'],
  ['location = /x { return 200 $host; }', 'its text has a variable'],
  ['return 301 $scheme://$host$request_uri;', 'it leads to itself'],
  ['location = /x { return 301 /x; }', 'it leads to itself'],
  ['rewrite ^/x$ /x permanent;', 'it leads to itself'],
  ['try_files $uri /index.html;', '"try_files" cannot be carried over'],
  ['if ($http_user_agent ~ x) { return 301 /y; }', 'its condition ("if") cannot be carried over'],
  ['server { server_name *.example.com; return 301 /y; }', 'its host "*.example.com" cannot be used'],
  ['map $host $x { a b; }', 'it maps "$host"; only maps of $uri'],
  ['map $uri $x { ~*^/a$ /b; }', 'ignores case'],
  ['map $uri $x { default /y; }', 'its default applies to every other path'],
  ['map $uri $x { include more.map; }', 'it includes another file'],
  ['map $uri $x { a /b; }', 'its source "a" is not a path'],
  ['map $uri $x { /a* /b; }', 'ends with a "*"'],
  ['map $uri $x { /a; }', 'it is not of the form "source target;"'],
  ['include snippets/x.conf;', '"include" cannot be carried over'],
  ['rewrite ^/a$ /b permanent', 'it does not end with ";"'],
  ['server {', 'its "{" has no "}"'],
  ['}', 'it has a "}" without its "{"'],
  ['rewrite "^/a$ /b permanent;', 'a quote or a backslash without its end'],
])('refuses %j', (text, reason) => {
  expect(read(`\n${text}`).problems).toEqual([{ line: 2, reason: expect.stringContaining(reason) }]);
});

test.each([
  [
    'a field of several lines',
    `location = /a { return 301 /b; }
add_header Content-Security-Policy "default-src 'self';
  img-src *; # no comment
  }";
location = /c {
  return 301 /d;
}`,
    [2],
  ],
  ['an expression of several lines', `~^/a$ /b;\n"~^/thesis.txt\n/2001$" /doc;\n~^/c$ /d;`, []],
  [
    'a quote without its end',
    `location = /a { return 301 /b; }\nadd_header X "oh no;\nlocation = /c { return 301 /d; }`,
    [2],
  ],
  [
    'a directive without its end',
    `location = /a { return 301 /b; }\nlocation /x { deny all\n}\nlocation = /c { return 301 /d; }`,
    [2],
  ],
  ['a brace too many', `location = /a { return 301 /b; }\n}\nlocation = /c { return 301 /d; }`, [2]],
  ['a brace that is missing', `location = /a { return 301 /b; }\nlocation = /c {\nreturn 301 /d;`, [2]],
  [
    'Lua',
    `location = /a { return 301 /b; }
location /lua {
  content_by_lua_block {
    -- don't } stop here
    local text = [[ "} ]] .. '}' .. "\\"}" --[==[ '} ]==]
    if text then ngx.say({ text }) end
  }
}
location = /c { return 301 /d; }`,
    [3],
  ],
])('%s costs no more than itself', (_, text, lines) => {
  const { rules, problems } = read(text);
  expect(
    rules
      .filter(({ rule }) => 'to' in Object(Object(rule).then.redirect))
      .map(({ rule }) => Object(rule).if.path),
  ).toEqual(expect.arrayContaining(['/a', '/c']));
  expect(problems.map(({ line }) => line)).toEqual(lines);
});

test('wants a host', () => {
  expect(
    readNginxRules(['rewrite ^/a$ /b permanent;'], { ...context, defaultHost: undefined }).problems,
  ).toEqual([{ line: 1, reason: expect.stringContaining('it is for no host') }]);
});

test('survives blocks nested as deep as a file can be', () => {
  expect(read(`${'x {'.repeat(100_000)}${'}'.repeat(100_000)}`).problems).toHaveLength(1);
});
