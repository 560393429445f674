import { runRowsOn } from './run-table.ts';
import { rows } from './table.ts';

runRowsOn('postgres', rows);
