/** Finds the hosts that a wildcard covers, among those that are claimed and those that were given up. */
import { belowFirstDot } from '../wildcard-claims.ts';
import type { Migration } from './migration.ts';

export const hostsBelow: Migration = {
  version: 35,
  name: 'hosts below a name',
  isCompatible: true,
  async up(schema) {
    await schema.createIndex('host_claims_below').on('host_claims').expression(belowFirstDot).execute();
    await schema.createIndex('released_hosts_below').on('released_hosts').expression(belowFirstDot).execute();
  },
};
