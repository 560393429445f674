/**
 * Browser, operating system and class of device of a user agent. Source: docs/reference/enrichment.md (browsers), bowser.
 *
 * Our own table goes first, for what bowser takes for something else; the rest is bowser's. Both are regular
 * expressions by the dozen, so what was found is remembered: a busy site sees some hundreds of user agents a minute.
 */
import bowser from 'bowser';
import { withoutModel } from './android-model.ts';
import { type DeviceClass, deviceOf } from './device.ts';
import { RecentMap } from './recent-map.ts';
import { browserNames, browserTokens, systemNames, systemTokens } from './user-agent-names.ts';

export type UserAgent = {
  /** Display name; `Unknown` when it cannot be told. */
  readonly browser: string;
  readonly operatingSystem: string;
  readonly device: DeviceClass;
};

const unknownName = 'Unknown';
const unknown = { browser: unknownName, operatingSystem: unknownName };
/** What is looked at: work must not grow with what a client sends. */
const maxLength = 512;
/** 10,000 user agents take about 3 MB. */
const remembered = 10_000;
/** Of a name that bowser gives; ours are shorter. */
const maxNameLength = 64;

export class UserAgentLookup {
  readonly #known = new RecentMap<string, UserAgent>(remembered);
  /** One object for each combination. */
  readonly #combinations = new Map<string, UserAgent>();

  find(userAgent: string): UserAgent {
    const text = userAgent.length > maxLength ? userAgent.slice(0, maxLength) : userAgent;
    const known = this.#known.get(text);
    if (known) return known;
    const found = this.#shared({ ...readUserAgent(text), device: deviceOf(text) });
    this.#known.set(text, found);
    return found;
  }

  #shared(found: UserAgent): UserAgent {
    const key = `${found.browser}\n${found.operatingSystem}\n${found.device}`;
    const same = this.#combinations.get(key);
    if (same) return same;
    if (this.#combinations.size < remembered) this.#combinations.set(key, found);
    return found;
  }
}

function readUserAgent(userAgent: string): Omit<UserAgent, 'device'> {
  const text = withoutModel(userAgent);
  if (text.trim() === '') return unknown;
  const browser = nameIn(browserTokens, text);
  const operatingSystem = nameIn(systemTokens, text);
  if (browser && operatingSystem) return { browser, operatingSystem };
  const parsed = parse(text);
  // Robots aren't browsers; the report of bots names them.
  if (parsed?.platform.type === 'bot') return unknown;
  return {
    browser: browser ?? nameOf(parsed?.browser.name, browserNames),
    operatingSystem: operatingSystem ?? nameOf(parsed?.os.name, systemNames),
  };
}

function nameIn(tokens: typeof browserTokens, text: string): string | undefined {
  return tokens.find(([pattern]) => pattern.test(text))?.[1];
}

/** Bowser makes a name of anything's first word (`foo/1.0`): only names it has in its table are known browsers. */
const bowserBrowsers: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP));
const bowserSystems: ReadonlySet<string> = new Set(Object.values(bowser.OS_MAP));

/** Every name that a user agent may lead to. */
export const knownBrowsers: ReadonlySet<string> = namesOf(browserTokens, bowserBrowsers, browserNames);
export const knownSystems: ReadonlySet<string> = namesOf(systemTokens, bowserSystems, systemNames);

function parse(text: string): ReturnType<typeof bowser.parse> | undefined {
  try {
    return bowser.parse(text);
  } catch {
    return undefined;
  }
}

function nameOf(name: string | undefined, ours: Readonly<Record<string, string>>): string {
  if (name === undefined || name.length > maxNameLength) return unknownName;
  if (!bowserBrowsers.has(name) && !bowserSystems.has(name)) return unknownName;
  return Object.hasOwn(ours, name) ? (ours[name] ?? unknownName) : name;
}

function namesOf(
  tokens: typeof browserTokens,
  bowserNames: ReadonlySet<string>,
  ours: Readonly<Record<string, string>>,
): ReadonlySet<string> {
  return new Set([
    ...tokens.map(([, name]) => name),
    ...Array.from(bowserNames, (name) => nameOf(name, ours)),
  ]);
}
