/** Gives the dashboard `virtual:world-map`: the outlines of all countries, made while it is built. */
import type { Plugin } from 'vite';
import { makeWorld } from './make-world.ts';

const name = 'virtual:world-map';
const resolved = `\0${name}`;

export function worldMap(): Plugin {
  return {
    name: 'world-map',
    resolveId: (id) => (id === name ? resolved : undefined),
    // Parsing JSON is faster than running the same as JavaScript.
    load: (id) =>
      id === resolved
        ? `export const world = JSON.parse(${JSON.stringify(JSON.stringify(makeWorld()))});`
        : undefined,
  };
}
