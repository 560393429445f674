import { expect, it } from 'vitest';
import { findUnsupportedNode } from './node-versions.ts';

it('accepts the oldest release of each line and later ones', () => {
  for (const version of ['22.23.2', '22.24.0', '24.18.1', '24.21.0', '26.5.1', '26.12.1', '26.6.0-nightly1'])
    expect(findUnsupportedNode(version), version).toBeUndefined();
});

it('refuses older releases and other lines, and names what it runs on', () => {
  for (const version of [
    '18.20.4',
    '20.20.2',
    '22.23.1',
    '22.9.9',
    '23.11.1',
    '24.18.0',
    '25.9.0',
    '26.0.0',
    '28.0.0',
  ])
    expect(findUnsupportedNode(version)).toBe(
      `Node ${version} is not supported (22.23.2, 24.18.1, 26.5.1, or later of the same line)`,
    );
});
