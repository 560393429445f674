/**
 * Before each test file: has its directories and databases removed at its end. Here, as Vitest ignores an `afterAll` that is called
 * in a hook, and as files that share a process load a module once. It runs after the file's own hooks, which stop what uses them.
 */
import { afterAll } from 'vitest';
import { finishFile } from './file-end.ts';

afterAll(finishFile);
