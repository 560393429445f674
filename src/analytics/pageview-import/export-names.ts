/**
 * What exports call browsers, operating systems, sources and nothing, in the names that live pageviews have, so that a
 * report has one row for each. Source: docs/guides/import-pageviews.md ("Files"); the names of
 * detect-browser (Umami), Matomo's device detector (Plausible) and Google Analytics 4.
 */
import { namedSource } from '../lookup/source.ts';
import { searchLabels } from '../lookup/source-table.ts';
import { knownBrowsers, knownSystems } from '../lookup/user-agent.ts';
import { browserNames, systemNames } from '../lookup/user-agent-names.ts';

/** By folded name; what differs from our names only in case, spaces and hyphens isn't listed. */
const browserAliases: Readonly<Record<string, string>> = {
  '360phonebrowser': '360 Browser',
  '360securebrowser': '360 Browser',
  android: 'Android Browser',
  bb10: 'BlackBerry',
  chromemobilewebview: 'Android WebView',
  chromewebview: 'Android WebView',
  chromiumwebview: 'Android WebView',
  crios: 'Chrome',
  edgechromium: 'Edge',
  facebookmessenger: 'Messenger',
  firefoxfocus: 'Firefox',
  firefoxklar: 'Firefox',
  fxios: 'Firefox',
  googlesearchapp: 'Google app',
  gsa: 'Google app',
  headlesschrome: 'Chrome',
  ie: 'Internet Explorer',
  ios: 'Safari',
  iossafari: 'Safari',
  ioswebview: 'Safari',
  lgbrowser: 'webOS Browser',
  miui: 'Mi Browser',
  oculusbrowser: 'Meta Quest Browser',
  operagx: 'Opera',
  operamini: 'Opera',
  operaneon: 'Opera',
  operatouch: 'Opera',
  pie: 'Internet Explorer',
  safariinapp: 'Safari',
  samsung: 'Samsung Internet',
  silk: 'Amazon Silk',
  sogouexplorer: 'Sogou Browser',
  twitter: 'X',
  yabrowser: 'Yandex Browser',
  yandex: 'Yandex Browser',
};

const systemAliases: Readonly<Record<string, string>> = {
  amazonos: 'Android',
  androidos: 'Android',
  androidtv: 'Android',
  archlinux: 'Linux',
  centos: 'Linux',
  chromiumos: 'Chrome OS',
  cros: 'Chrome OS',
  debian: 'Linux',
  fedora: 'Linux',
  fireos: 'Android',
  gnulinux: 'Linux',
  googletv: 'Android',
  ipad: 'iPadOS',
  iphone: 'iOS',
  iphoneos: 'iOS',
  ipod: 'iOS',
  mac: 'macOS',
  macintosh: 'macOS',
  macosx: 'macOS',
  metahorizon: 'Android',
  mint: 'Linux',
  osx: 'macOS',
  redhat: 'Linux',
  sailfish: 'Sailfish OS',
  sunos: 'Solaris',
  suse: 'Linux',
  ubuntu: 'Linux',
  windowsce: 'Windows Phone',
  windowsmobile: 'Windows Phone',
};

/** Twitter, and services that have an address in each country. */
const sourceAliases: ReadonlyMap<string, string> = new Map([
  ['twitter', 'X'],
  ...Object.entries(searchLabels).map(([label, { name }]): [string, string] => [label, name]),
]);

/** Variants for a device or a channel, which have the name of the product. */
const variants = /(?:mobile|ios|android|lite|browser|forandroid|forios|privacybrowser)$|^mobile/;
/** Versions that exports tell apart, and reports don't. */
const systemVersions: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^windows(?:\d|nt|xp|vista|me$|rt$|server)/, 'Windows'],
  [/^playstation/, 'PlayStation'],
  [/^xbox/, 'Xbox'],
  [/^nintendo/, 'Nintendo'],
  [/^blackberry/, 'BlackBerry'],
  [/^symbian/, 'Symbian'],
];
const nothing: ReadonlySet<string> = new Set(['-', '(not set)', '(none)', 'null', 'undefined', 'unknown']);

const browsers = byFoldedName(knownBrowsers, browserNames, browserAliases);
const systems = byFoldedName(knownSystems, systemNames, systemAliases);

/** A text of an export; '' for what exports write in place of one. */
export function exportedText(text = ''): string {
  return nothing.has(text.toLowerCase()) ? '' : text;
}

/** Browsers that we don't know stand as they are. */
export function exportedBrowser(text?: string): string {
  const given = exportedText(text);
  for (let name = fold(given), shorter = ''; name !== ''; name = shorter) {
    const known = browsers.get(name);
    if (known !== undefined) return known;
    shorter = name.replace(variants, '');
    if (shorter === name) break;
  }
  return given;
}

export function exportedSystem(text?: string): string {
  const given = exportedText(text);
  const name = fold(given);
  return systems.get(name) ?? systemVersions.find(([pattern]) => pattern.test(name))?.[1] ?? given;
}

export function exportedSource(text?: string): string {
  const given = exportedText(text);
  return namedSource(given) ?? sourceAliases.get(given.toLowerCase()) ?? given;
}

/** Names that are ours, names by what others call them, and the same by folded name. */
function byFoldedName(
  names: ReadonlySet<string>,
  ofOthers: Readonly<Record<string, string>>,
  aliases: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(ofOthers).map(([name, ours]): [string, string] => [fold(name), ours]),
    ...Array.from(names, (name): [string, string] => [fold(name), name]),
    ...Object.entries(aliases),
  ]);
}

/** Small letters and digits. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
}
