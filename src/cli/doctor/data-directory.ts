/**
 * Checks the data directory and the secret key in it, and creates nothing. Source: docs/reference/service.md ("The
 * data directory").
 */
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { quoteValue } from '../../core/errors.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const check = 'data directory';
const mebibyte = 1024 * 1024;
const warnBelowBytes = 1024 * mebibyte;
const problemBelowBytes = 100 * mebibyte;
const othersMayWrite = 0o022;
const othersMayUse = 0o077;

export function checkDataDirectory(config: Config): Finding[] {
  const path = resolve(config.dataDir);
  try {
    return checkDirectory(path, config.secretKey !== undefined);
  } catch (error) {
    return [finding('problem', check, `${quoteValue(path)} cannot be looked at: ${messageOf(error)}.`)];
  }
}

function checkDirectory(path: string, keyIsSet: boolean): Finding[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [checkMissing(path)];
  if (!stats.isDirectory()) {
    return [
      finding('problem', check, `${quoteValue(path)} is not a directory: move it or set NAMEPLATE_DATA_DIR.`),
    ];
  }
  if (!mayWrite(path)) {
    return [
      finding(
        'problem',
        check,
        `${quoteValue(path)} cannot be written: give it to the user that runs Nameplate.`,
      ),
    ];
  }
  const open = (stats.mode & othersMayWrite) !== 0;
  return [
    open
      ? finding('warning', check, `${quoteValue(path)} can be written by other users: chmod go-w ${path}`)
      : finding('ok', check, `${quoteValue(path)} is there and can be written.`),
    checkSpace(path),
    checkSecretKey(join(path, 'secret.key'), keyIsSet),
  ];
}

/** The first start makes it, if the nearest directory above lets it. */
function checkMissing(path: string): Finding {
  let above = dirname(path);
  while (!statSync(above, { throwIfNoEntry: false }) && above !== dirname(above)) above = dirname(above);
  if (statSync(above).isDirectory() && mayWrite(above)) {
    return finding('ok', check, `${quoteValue(path)} is not there yet; the first start makes it.`);
  }
  return finding(
    'problem',
    check,
    `${quoteValue(path)} is not there and ${quoteValue(above)} cannot be written: make it, or set NAMEPLATE_DATA_DIR.`,
  );
}

function checkSpace(path: string): Finding {
  const { bavail, bsize } = statfsSync(path);
  const freeBytes = bavail * bsize;
  const state = `${Math.floor(freeBytes / mebibyte)} MiB are free on the disk of ${quoteValue(path)}`;
  if (freeBytes >= warnBelowBytes) return finding('ok', 'disk space', `${state}.`);
  const level = freeBytes < problemBelowBytes ? 'problem' : 'warning';
  return finding(level, 'disk space', `${state}: free some, writes fail when it is full.`);
}

function checkSecretKey(path: string, keyIsSet: boolean): Finding {
  const name = 'secret key';
  if (keyIsSet) return finding('ok', name, 'NAMEPLATE_SECRET_KEY is set; no file is used.');
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats)
    return finding('ok', name, `${quoteValue(path)} is not there yet; it is made when it is needed.`);
  if ((stats.mode & othersMayUse) !== 0) {
    return finding('problem', name, `${quoteValue(path)} can be used by other users: chmod 600 ${path}`);
  }
  return finding('ok', name, `${quoteValue(path)} is there, for its owner only.`);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
