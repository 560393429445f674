import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './env.ts';
import { definitionOf, variableNames } from './variables.ts';

describe('the table of variables', () => {
  it('stands in docs/reference/config.md, all of it and nothing else', () => {
    const page = readFileSync(new URL('../../docs/reference/config.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| `(NAMEPLATE_[A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
    expect(documented).toEqual(variableNames);
  });

  it('says what is in force without a default, and names every choice', () => {
    for (const name of variableNames) {
      const { default: preset, unset, choices, allowed, kind } = definitionOf(name);
      expect([name, (preset === null) === (unset !== undefined)]).toEqual([name, true]);
      expect([name, choices !== undefined]).toEqual([name, kind === 'choice']);
      for (const choice of choices ?? []) expect(allowed).toContain(choice);
    }
  });
});

describe('readEnvironment', () => {
  it('answers our variables and standard ones only', () => {
    process.env.NAMEPLATE_TEST_PROBE = 'here';
    try {
      const env = readEnvironment();
      expect(env.NAMEPLATE_TEST_PROBE).toBe('here');
      expect(Object.keys(env).filter((name) => !/^(?:NAMEPLATE|AWS)_/.test(name))).toEqual([]);
    } finally {
      delete process.env.NAMEPLATE_TEST_PROBE;
    }
  });
});
