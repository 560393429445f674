/**
 * Before each test file: has its directories removed at its end. Here, as Vitest ignores an `afterAll` that is called in a hook,
 * and as files that share a process load a module once. It runs after the file's own hooks, which stop what uses the directories.
 */
import { afterAll } from 'vitest';
import { removeDirsOfFile } from './temp-dir.ts';

afterAll(removeDirsOfFile);
