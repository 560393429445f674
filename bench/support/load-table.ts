/**
 * Loads a routing table from a SQLite control store, alone in a process, and prints what it took as JSON.
 * Argument: the path of the database.
 */
import { openRoutingSource } from '../../src/control/routing-source.ts';
import type { OpenTokens } from '../../src/control/upstream-tokens.ts';
import { RoutingTable } from '../../src/edge/routing-table.ts';
import { memoryOf } from './proc.ts';

// As if the application process had opened them: the time is the worker's own.
const openTokens: OpenTokens = (tokens) => Promise.resolve(tokens.map(() => 'benchmark-token'));
await using source = await openRoutingSource({ kind: 'sqlite', path: process.argv[2] ?? '' }, openTokens);
const table = new RoutingTable();
const startTick = performance.now();
await table.load(source);
const loadMs = performance.now() - startTick;
console.log(JSON.stringify({ loadMs, size: table.size, memory: memoryOf(process.pid) }));
