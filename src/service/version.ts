/** The version of this program, as its package says. */
import { readFileSync } from 'node:fs';
import { manifestPath } from '../core/program-files.ts';

const manifest: unknown = JSON.parse(readFileSync(manifestPath, 'utf8'));

export const version: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
