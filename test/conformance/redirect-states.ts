/** The active flag, the one state there is. */
import { expect } from 'vitest';
import { createRedirect, type Row, updateRedirect } from './row.ts';

const source = 'docs/reference/redirects.md ("Attributes")';

export const stateRows: readonly Row[] = [
  {
    source,
    statement: 'a redirect is active when created',
    async check(service) {
      const redirect = await createRedirect(service);
      expect(redirect.active).toBe(true);
      expect((await service.edge(redirect.source_host)).status).toBe(301);
    },
  },
  {
    source,
    statement: 'an update with active false stops the traffic and changes updated_at',
    async check(service) {
      const redirect = await createRedirect(service);
      const paused = await updateRedirect(service, redirect, { active: false });
      expect(paused).toEqual({ ...redirect, active: false, updated_at: paused.updated_at });
      expect(paused.updated_at > redirect.updated_at).toBe(true);
      expect((await service.edge(redirect.source_host)).status).toBe(404);
    },
  },
  {
    source,
    statement: 'an update with active true redirects the traffic again and changes updated_at',
    async check(service) {
      const paused = await createRedirect(service, { active: false });
      const resumed = await updateRedirect(service, paused, { active: true });
      expect(resumed).toEqual({ ...paused, active: true, updated_at: resumed.updated_at });
      expect(resumed.updated_at > paused.updated_at).toBe(true);
      expect((await service.edge(paused.source_host)).status).toBe(301);
    },
  },
];
