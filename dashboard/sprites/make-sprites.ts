/**
 * Makes two SVG files of many symbols: the flags of all countries, and the icons that `brand-icons.ts` names. A page
 * fetches each at most once.
 * Source: npm's country-flag-icons and bootstrap-icons, both MIT.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { iconRows } from '../src/lists/brand-icons.ts';

const require = createRequire(import.meta.url);

/** Symbols have the ISO 3166-1 alpha-2 code as their id. */
export function makeFlags(): string {
  const directory = join(dirname(require.resolve('country-flag-icons/package.json')), '3x2');
  const codes = readdirSync(directory).flatMap((name) => /^([A-Z]{2})\.svg$/.exec(name)?.[1] ?? []);
  return spriteOf(codes.map((code) => symbolOf(code, readFileSync(join(directory, `${code}.svg`), 'utf8'))));
}

/** Symbols have the icon's name as their id. */
export function makeBrands(): string {
  const directory = join(dirname(require.resolve('bootstrap-icons/package.json')), 'icons');
  return spriteOf(
    iconRows.map(([icon]) => symbolOf(icon, readFileSync(join(directory, `${icon}.svg`), 'utf8'))),
  );
}

function symbolOf(id: string, svg: string): string {
  const [, attributes = '', content = ''] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(svg) ?? [];
  const [viewBox] = /viewBox="[^"]*"/.exec(attributes) ?? [];
  // Ids of one file may mean something else in another.
  if (viewBox === undefined || /\sid="|url\(/.test(content)) throw new Error(`${id} is no symbol`);
  return `<symbol id="${id}" ${viewBox}>${content.trim()}</symbol>`;
}

function spriteOf(symbols: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
