import { runRowsOn } from './run-table.ts';
import { groups } from './table.ts';

runRowsOn('sqlite', groups.analytics);
