/**
 * Loads a routing table from a SQLite control store, alone in a process, and prints what it took as JSON.
 * Argument: the path of the database.
 */
import { EdgeStore } from '../../src/control/edge-store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { RoutingTable } from '../../src/edge/routing-table.ts';
import { memoryOf } from '../../test/support/proc.ts';

const path = process.argv[2] ?? '';
const secretKeys = { kind: 'file', path: `${path}.no-key` } as const;
await using store = new EdgeStore({ path, secretKeys, clock: systemClock, ownHost: 'nameplate.invalid' });
const table = new RoutingTable();
const startTick = performance.now();
await store.readRoutes((source) => table.load(source));
const loadMs = performance.now() - startTick;
console.log(JSON.stringify({ loadMs, size: table.size, memory: memoryOf(process.pid) }));
