/**
 * What it costs to add the tracker's script to a page of 10 KB, plain and compressed, and what it costs everything else; then what the
 * tracker, and each script beside it, costs a browser.
 * Run: `node bench/inject.ts [--rounds 3] [--seconds 5] [--loads 20] …`
 */
import { chmod, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { CleanUp } from '../src/service/clean-up.ts';
import { findChromium, launchChromium, visitorArguments } from '../test/support/chromium.ts';
import { freePort } from '../test/support/free-port.ts';
import { nginxConfig } from './peers/nginx.ts';
import { acceptsConnections, startProgram } from './support/child.ts';
import { ask } from './support/http.ts';
import { type Contestant, compare, type Outcome } from './support/load.ts';
import { addCustomDomain, fillStore, sqliteIn, startNameplate } from './support/nameplate.ts';
import { describeLoad, readLoadOptions } from './support/options.ts';
import { type BrowserLoad, loadInBrowser } from './support/page-in-browser.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { findTool } from './support/tools.ts';
import { atMost } from './support/verdict.ts';

const tag = '<script defer src="/.nameplate/script.js"></script>';
const pageBytes = 10_000;
const hosts = { off: 'off.customer.example', inject: 'inject.customer.example' } as const;
type Mode = keyof typeof hosts;

/** What a browser opens: the page alone, with the tracker, and with what is switched on beside it. */
const sites = {
  off: { name: 'no script', host: hosts.off, scripts: [] },
  tracker: { name: 'tracker', host: hosts.inject, scripts: ['script.js'] },
  engagement: {
    name: 'tracker, time on page and scroll depth',
    host: 'engagement.customer.example',
    scripts: ['script.js', 'engagement.js'],
  },
  vitals: {
    name: 'tracker, web vitals',
    host: 'vitals.customer.example',
    scripts: ['script.js', 'vitals.js'],
  },
  all: {
    name: 'all of them',
    host: 'all.customer.example',
    scripts: ['script.js', 'engagement.js', 'vitals.js'],
  },
} as const;
type Site = keyof typeof sites;
const allSites = ['off', 'tracker', 'engagement', 'vitals', 'all'] as const;

/** What is asked for, and with which fields a browser asks for it. */
const kinds = {
  plain: { name: 'page', type: 'text/html', coding: '', accepts: 'identity' },
  gzip: { name: 'page, gzip', type: 'text/html', coding: 'gzip', accepts: 'gzip, deflate, br, zstd' },
  br: { name: 'page, br', type: 'text/html', coding: 'br', accepts: 'gzip, deflate, br, zstd' },
  style: { name: 'style sheet', type: 'text/css', coding: '', accepts: 'gzip, deflate, br, zstd' },
} as const;
type Kind = keyof typeof kinds;
const allKinds = ['plain', 'gzip', 'br', 'style'] as const;

await runBenchmark(async (cleanUp) => {
  const options = readLoadOptions({ hosts: 10_000, loads: 20 });
  const machine = describeMachine();
  const nginx = findTool('nginx');
  if (nginx === undefined) throw new Error('without nginx there is nothing to proxy to');
  const originPort = await startOrigin(nginx, cleanUp);
  const dir = await diskDir(cleanUp);
  const filled = await fillStore(sqliteIn(dir), options.further.hosts);
  await addCustomDomain(filled, hosts.off, originPort);
  await addCustomDomain(filled, hosts.inject, originPort, 'inject');
  await addCustomDomain(filled, sites.engagement.host, originPort, 'inject', { engagement: true });
  await addCustomDomain(filled, sites.vitals.host, originPort, 'inject', { webVitals: true });
  await addCustomDomain(filled, sites.all.host, originPort, 'inject', { engagement: true, webVitals: true });
  const { pid, edgePort } = await startNameplate({ name: 'nameplate', dir, filled, workers: 1 }, cleanUp);
  const rows = new Map<Kind, Record<Mode, Outcome>>();
  for (const kind of allKinds) {
    await check(kind, edgePort);
    const contestants = [contestant(kind, 'off', pid, edgePort), contestant(kind, 'inject', pid, edgePort)];
    const [off, inject] = await compare(kinds[kind].name, contestants, options);
    if (off && inject) rows.set(kind, { off, inject });
  }
  const added = (kind: Kind): number => {
    const row = rows.get(kind);
    return row ? row.inject.cpuMicros - row.off.cpuMicros : Number.NaN;
  };
  const share = (kind: Kind): number => added(kind) / (rows.get(kind)?.off.cpuMicros ?? Number.NaN);
  const bytes = await scriptBytes(edgePort);
  const [loadBefore = Number.NaN] = loadavg();
  const loads = await openInBrowser(edgePort, options.further.loads, cleanUp);
  const typical = (site: Site, figure: keyof BrowserLoad): number =>
    median(loads[site].map((load) => load[figure]));
  publishReport(
    {
      name: 'inject',
      title: 'What adding the script to pages costs',
      method:
        `GET in clear text, connections kept on both sides, an answer of ${formatNumber(pageBytes)} bytes before it is ` +
        `compressed. ${describeLoad(options)} One Nameplate with one worker; of two custom domains one has its pages ` +
        'left alone and one has the script added. The upstream is an nginx whose CPU is not counted.',
      sections: [
        {
          heading: 'CPU µs a request',
          table: {
            columns: ['answer', 'off', 'inject', 'added', 'requests/s with inject', 'failures'],
            rows: [...rows].map(([kind, { off, inject }]) => [
              kinds[kind].name,
              formatNumber(off.cpuMicros, 1),
              formatNumber(inject.cpuMicros, 1),
              formatNumber(added(kind), 1),
              formatNumber(inject.requestsPerSecond),
              formatNumber(off.failures + inject.failures),
            ]),
          },
        },
        {
          heading: 'Bytes of the scripts',
          table: {
            columns: ['script', 'plain', 'gzip', 'br'],
            rows: [...bytes].map(([name, { plain, gzip, br }]) =>
              [name].concat([plain, gzip, br].map((size) => formatNumber(size))),
            ),
          },
        },
        {
          heading: 'In Chromium',
          note:
            `The plain page, nothing cached, over loopback, each load in a context of its own, all in turn, median of ${options.further.loads}; ` +
            `load average before the first: ${formatNumber(loadBefore, 1)}. Load is the end of the event \`load\`, paint the largest contentful paint; scripts and tasks are CPU time of the main thread until 0.4 s after it.`,
          table: {
            columns: ['page with', 'scripts, bytes br', 'load ms', 'paint ms', 'scripts ms', 'tasks ms'],
            rows: allSites.map((site) => [
              sites[site].name,
              formatNumber(brotliBytesOf(site, bytes)),
              formatNumber(typical(site, 'loadMs'), 1),
              formatNumber(typical(site, 'largestPaintMs'), 1),
              formatNumber(typical(site, 'scriptMs'), 1),
              formatNumber(typical(site, 'taskMs'), 1),
            ]),
          },
        },
      ],
      targets: [
        atMost('adding the script to a plain page', share('plain'), 0.3, '× proxying it', 2),
        atMost('adding it to a gzipped page', share('gzip'), 2, '× proxying it', 2),
        atMost('a style sheet of a domain with injection', share('style'), 0.03, '× proxying it', 2),
        atMost('the tracker, br', brotliBytesOf('tracker', bytes), 1_024, 'bytes', 0),
        atMost('all scripts, br', brotliBytesOf('all', bytes), 6_144, 'bytes', 0),
        atMost(
          'scripts of a page with the tracker',
          typical('tracker', 'scriptMs') - typical('off', 'scriptMs'),
          5,
          'ms',
        ),
        atMost(
          'scripts of a page with all of them',
          typical('all', 'scriptMs') - typical('off', 'scriptMs'),
          15,
          'ms',
        ),
      ],
      figures: { options, rows: Object.fromEntries(rows), bytes: Object.fromEntries(bytes), loads },
    },
    machine,
  );
});

type Sizes = { readonly plain: number; readonly gzip: number; readonly br: number };

/** What the edge sends, by the name of the script. */
async function scriptBytes(port: number): Promise<ReadonlyMap<string, Sizes>> {
  const sizes = new Map<string, Sizes>();
  for (const name of sites.all.scripts) {
    const sizeOf = async (coding: string): Promise<number> => {
      const headers = { host: hosts.inject, 'accept-encoding': coding };
      const answer = await ask({ port, path: `/.nameplate/${name}`, headers });
      if (answer.status !== 200) throw new Error(`${name} is not there`);
      return Number(answer.headers['content-length']);
    };
    sizes.set(name, { plain: await sizeOf('identity'), gzip: await sizeOf('gzip'), br: await sizeOf('br') });
  }
  return sizes;
}

function brotliBytesOf(site: Site, bytes: ReadonlyMap<string, Sizes>): number {
  return sites[site].scripts.reduce((sum, name) => sum + (bytes.get(name)?.br ?? Number.NaN), 0);
}

/** Opens each site in turn, after a first time that doesn't count. */
async function openInBrowser(
  port: number,
  rounds: number,
  cleanUp: CleanUp,
): Promise<Readonly<Record<Site, readonly BrowserLoad[]>>> {
  const executable = findChromium();
  if (!executable) throw new Error('Chromium is missing: apt-get install chromium');
  const browser = await launchChromium(executable, visitorArguments);
  cleanUp.defer(() => browser.close());
  const loads: Record<Site, BrowserLoad[]> = { off: [], tracker: [], engagement: [], vitals: [], all: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const site of allSites) {
      const load = await loadInBrowser(browser, `http://${sites[site].host}:${port}/plain`);
      if (round > 0) loads[site].push(load);
      console.error(
        `round ${round} of ${rounds}, ${sites[site].name}: ${formatNumber(load.scriptMs, 1)} ms of scripts`,
      );
    }
  }
  return loads;
}

function contestant(kind: Kind, mode: Mode, pid: number, port: number): Contestant {
  return {
    name: `${kinds[kind].name}, ${mode}`,
    pid,
    port,
    work: { path: `/${kind}`, headers: { Host: hosts[mode], 'Accept-Encoding': kinds[kind].accepts } },
  };
}

/** Makes sure that what is measured is what is meant. */
async function check(kind: Kind, port: number): Promise<void> {
  const headers = { 'accept-encoding': kinds[kind].accepts };
  const path = `/${kind}`;
  const off = await ask({ port, path, headers: { ...headers, host: hosts.off } });
  const inject = await ask({ port, path, headers: { ...headers, host: hosts.inject } });
  const isPage = kinds[kind].type === 'text/html';
  const isChanged = off.body !== inject.body;
  const isCoded = inject.headers['content-encoding'] === (kinds[kind].coding || undefined);
  const isTagged = kind !== 'plain' || inject.body.length === off.body.length + tag.length;
  if (off.status !== 200 || inject.status !== 200 || isChanged !== isPage || !isCoded || !isTagged)
    throw new Error(`${path} is not answered as it should be`);
}

/** An nginx with a page of 10 KB in each coding, as a server sends what a program has made: in one piece. */
async function startOrigin(command: string, cleanUp: CleanUp): Promise<number> {
  const dir = await diskDir(cleanUp);
  const port = await freePort();
  // When root starts nginx, its workers read files as another user.
  await chmod(dir, 0o755);
  const page = Buffer.from(makePage());
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const contents: Record<Kind, Buffer> = {
    plain: page,
    gzip: gzipSync(page),
    br: brotliCompressSync(page, { params: quality }),
    style: page,
  };
  for (const kind of allKinds) await writeFile(join(dir, kind), contents[kind]);
  const locations = allKinds.map((kind) => {
    const { type, coding } = kinds[kind];
    const field = coding === '' ? '' : ` add_header Content-Encoding ${coding};`;
    return `location = /${kind} { root ${dir}; default_type ${type};${field} }`;
  });
  const config = nginxConfig({
    dir,
    port,
    accessLog: null,
    server: `sendfile off;\n    ${locations.join('\n    ')}`,
  });
  const configPath = join(dir, 'origin.conf');
  await writeFile(configPath, config);
  await startProgram(
    {
      name: 'origin',
      command,
      args: ['-p', dir, '-e', 'stderr', '-c', configPath],
      dir,
      isReady: () => acceptsConnections(port),
    },
    cleanUp,
  );
  return port;
}

/** Of words that repeat as those of a language do. */
function makePage(): string {
  const head =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>A page</title><link rel="stylesheet" href="/style.css"><style>body { margin: 0 }</style>' +
    '<script>window.settings = { "theme": "dark" };</script></head><body>\n';
  let body = '';
  for (let i = 0; head.length + body.length < pageBytes; i++)
    body += `<p class="item-${i % 7}">Item ${(i * 7919) % 1000} of ${(i * 104_729) % 5000} <a href="/items/${i}">more</a></p>\n`;
  return (head + body).slice(0, pageBytes);
}
