/** The conformance table with the control store on PostgreSQL; a file for each, so that both run at once. */
import { runTableOn } from './run-table.ts';

runTableOn('postgres');
