/**
 * Loads a routing table from a SQLite control store, alone in a process, and prints what it took as JSON.
 * Argument: the path of the database.
 */
import { openRoutingSource } from '../../src/control/routing-source.ts';
import { RoutingTable } from '../../src/edge/routing-table.ts';
import { memoryOf } from './proc.ts';

await using source = await openRoutingSource({ kind: 'sqlite', path: process.argv[2] ?? '' });
const table = new RoutingTable();
const startTick = performance.now();
await table.load(source);
const loadMs = performance.now() - startTick;
console.log(JSON.stringify({ loadMs, size: table.size, memory: memoryOf(process.pid) }));
