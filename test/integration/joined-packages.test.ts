/** What a release's bill of materials lists beside what is installed. Source: docs/guides/releasing.md. */
import { expect, test } from 'vitest';
import { joinedPackages } from '../../scripts/joined-packages.ts';

test('every part of the program says what was joined into it', async () => {
  const names = (await joinedPackages()).map((each) => each.slice(0, each.lastIndexOf('@')));
  // Of the service, the dashboard, the scripts in pages, and its data.
  for (const name of ['fastify', 'react', 'web-vitals', '@ip-location-db/asn']) expect(names).toContain(name);
  expect(names).not.toContain('vitest');
});
