/**
 * Lines of `_redirects` files, each with a request and what the edge must answer it. What is expected is written out here, and
 * made by none of the program's own code. Source: docs/reference/rule-formats.md ("Netlify redirects").
 */

export type Followed = {
  readonly line: string;
  readonly target: string;
  readonly status: number;
  /** The Location; of a status of 200 what the upstream was asked for. */
  readonly leadsTo?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The host asked, if it is not the file's. */
  readonly host?: string;
};

/** Of the bundled database of places. */
const germany = { 'x-forwarded-for': '2a02:2e0:3fe::1' };
const britain = { 'x-forwarded-for': '81.2.69.1' };
const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
const french = { 'accept-language': 'fr' };

export const otherHost = 'blog.lines.example';

/** Every form that Netlify's documentation shows. `origin` is an upstream's, which answers with the path that it was asked for. */
export function documentedForms(origin: string): readonly Followed[] {
  const to = (line: string, target: string, leadsTo: string, more: Partial<Followed> = {}): Followed => ({
    line,
    target,
    status: Number(/ (30[12378])!?(?: |$)/.exec(line)?.[1] ?? 301),
    leadsTo,
    ...more,
  });
  return [
    to('/home /', '/home', '/'),
    to('/home /', '/home/', '/'),
    to('/blog/my-post.php /blog/my-post', '/blog/my-post.php', '/blog/my-post'),
    to('/news /blog 301', '/news', '/blog'),
    to('/cuties https://www.petsofthe.example', '/cuties', 'https://www.petsofthe.example/'),
    to('/found /somewhere 302', '/found?utm=a%20b', '/somewhere?utm=a%20b'),
    to('/sent /result 303', '/sent', '/result', { method: 'POST' }),
    to('/kept /kept-new 307', '/kept', '/kept-new', { method: 'PUT' }),
    to('/kept-for-good /kept-final 308', '/kept-for-good', '/kept-final', { method: 'HEAD' }),
    to('/forced /elsewhere 301!', '/forced', '/elsewhere'),
    to('/team/ /about/team', '/team', '/about/team'),
    to('/stories/* /tales/:splat', '/stories/2004/01/10/my-story', '/tales/2004/01/10/my-story'),
    to('/stories/* /tales/:splat', '/stories', '/tales/'),
    to(
      '/jobs/* https://careers.example.com/:splat 302',
      '/jobs/it/1/?q=x',
      'https://careers.example.com/it/1/?q=x',
    ),
    to('/all/* /new-home', '/all/of/it', '/new-home'),
    to(
      '/posts/:month/:date/:year/:slug /articles/:year/:month/:date/:slug',
      '/posts/02/12/2004/my-story',
      '/articles/2004/02/12/my-story',
    ),
    to('/u/:name/* https://people.example/:name/:splat', '/u/ann/a/b', 'https://people.example/ann/a/b'),
    to('/cal/:year /archive?year=:year 302', '/cal/2024?x=1', '/archive?year=2024'),
    to('/store id=:id /products/:id 301', '/store?id=42', '/products/42'),
    to('/articles id=:id tag=:tag /topics/:tag/:id 301', '/articles?tag=a%2Fb&id=7', '/topics/a%2Fb/7'),
    to('/path ref=mail /from-mail 302', '/path?ref=mail', '/from-mail'),
    to('/path /plain 302', '/path?ref=web', '/plain?ref=web'),
    to('/country /de 302 Country=de,at', '/country', '/de', { headers: germany }),
    to('/country /gb 302 Country=gb', '/country', '/gb', { headers: britain }),
    to('/country /world 302', '/country', '/world'),
    to('/language /sprache 302 Language=de', '/language', '/sprache', { headers: german }),
    to('/language /langue 302! Language=fr,fr-CA', '/language', '/langue', { headers: french }),
    to('/language /any 302', '/language', '/any', { headers: { 'accept-language': 'en,de;q=0.9' } }),
    to('/both /gb-de 302 Country=gb Language=de', '/both', '/gb-de', { headers: { ...britain, ...german } }),
    to('/both /not-both 302', '/both', '/not-both', { headers: { ...germany, ...german } }),
    to('/faq /help#faq', '/faq', '/help#faq'),
    to(
      '/dash https://app.example.com:8443/d?from=site 302',
      '/dash?a=b',
      'https://app.example.com:8443/d?from=site',
    ),
    to('/tab\t/tabbed\t302  # moved in spring', '/tab', '/tabbed', { status: 302 }),
    to('/straße /strasse', '/stra%C3%9Fe', '/strasse'),
    to('/a%20b /a-b', '/a%20b', '/a-b'),
    to('/talk https://wiki.example/Talk%3AMain', '/talk', 'https://wiki.example/Talk%3AMain'),
    to('/leave/* /:splat', '/leave//evil.example', '/.//evil.example'),
    to(
      'https://blog.lines.example/* https://www.lines.example/blog/:splat 301!',
      '/2004/x',
      'https://www.lines.example/blog/2004/x',
      {
        host: otherHost,
      },
    ),
    {
      line: `/api/* ${origin}/v2/:splat 200`,
      target: '/api/users/1?q=2',
      status: 200,
      leadsTo: '/v2/users/1?q=2',
    },
    { line: `/search ${origin}/find 200`, target: '/search?q=a', status: 200, leadsTo: '/find?q=a' },
    { line: `/same/* ${origin}/same/:splat 200!`, target: '/same/x', status: 200, leadsTo: '/same/x' },
    { line: '/private/* 200', target: '/private/x', status: 404 },
    to(
      '/* https://fallback.example/:splat 302',
      '/nothing/here?x',
      'https://fallback.example/nothing/here?x',
    ),
  ];
}

const languages = 'de es fr id it ja ko no pl pt ru uk vi zh'.split(' ');
const sections = {
  admin: 'cluster',
  api: 'reference/api',
  concepts: 'learn',
  'getting-started': 'setup',
  tasks: 'how-to',
  tutorials: 'learn/tutorials',
};
const topics =
  'access accounts addons audit backups certificates daemons disruptions dns encryption garbage-collection health labels limits logging monitoring namespaces networking nodes quotas'.split(
    ' ',
  );

/** The file of a site of documentation that has grown for years, as those of large open-source projects are. */
export function siteFile(): { readonly text: string; readonly followed: readonly Followed[] } {
  const followed: Followed[] = [];
  const lines = [
    '###############################',
    '# moved pages of the site     #',
    '###############################',
    '',
  ];
  const add = (line: string, target: string, leadsTo: string, status = 301): void => {
    lines.push(line);
    followed.push({ line, target, status, leadsTo });
  };
  add('/docs/     /docs/home/ 301!', '/docs/', '/docs/home/');
  for (const language of languages)
    add(
      `/${language}/docs/     /${language}/docs/home/ 301!`,
      `/${language}/docs`,
      `/${language}/docs/home/`,
    );
  for (const [section, now] of Object.entries(sections)) {
    lines.push('', `# ${section}`);
    for (const [index, topic] of topics.entries()) {
      const from = `/docs/${section}/${topic}`;
      const to = `/docs/${now}/${topic}/`;
      if (index % 5 === 0) add(`${from}.md     ${to} 301`, `${from}.md`, to);
      else if (index % 5 === 1) add(`${from}/ \t ${to}#${topic} 301`, `${from}/`, `${to}#${topic}`);
      else if (index % 5 === 2) add(`${from}/*     ${to}:splat`, `${from}/a/b?c`, `${to}a/b?c`);
      else if (index % 5 === 3) add(`${from}     ${to} 302`, from, to, 302);
      else add(`${from}/     ${to} 301!`, `${from}?x=1`, `${to}?x=1`);
    }
  }
  lines.push('', '# old versions');
  for (let minor = 10; minor < 30; minor++)
    add(
      `/v1.${minor}/*  https://v1-${minor}.docs.example/:splat  302`,
      `/v1.${minor}/a/`,
      `https://v1-${minor}.docs.example/a/`,
      302,
    );
  lines.push('', '# the day was missing');
  for (let day = 1; day < 29; day++) {
    const slug = `release-1.${day}-is-here`;
    add(
      `/blog/2018/03/${slug}/     /blog/2018/03/${day}/${slug}/     301!`,
      `/blog/2018/03/${slug}/`,
      `/blog/2018/03/${day}/${slug}/`,
    );
  }
  add('/release-*     /blog/release-notes-:splat 301!', '/release-1.2/', '/blog/release-notes-1.2/');
  lines.push('', '# all of it, and what stands below and never acts');
  add('/guides/*     /docs/setup/ 301', '/guides/a/b', '/docs/setup/');
  add('/guides/minikube/     /docs/setup/minikube/ 301', '/guides/minikube/', '/docs/setup/');
  add(
    '/editdocs     https://code.example/docs/edit 302',
    '/editdocs?file=a.md',
    'https://code.example/docs/edit?file=a.md',
    302,
  );
  return { text: `${lines.join('\n')}\n`, followed };
}
