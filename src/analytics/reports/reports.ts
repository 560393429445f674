/**
 * The table of all reports. Routes, the API reference, docs/reference/web-analytics.md and proxy-analytics.md, and the
 * tests follow it.
 */
import { machineReports } from './machine-reports.ts';
import { proxyReports } from './proxy-reports.ts';
import type { Report } from './report.ts';
import { webReports } from './web-reports.ts';

export const reports: readonly Report[] = [...webReports, ...proxyReports, ...machineReports];
