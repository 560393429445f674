/** Annotations of custom domains, as docs/reference/annotations.md promises them. */

import { expect } from 'vitest';
import { Annotations, maxNotes } from '../../src/features/annotations/annotation-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { newDomain } from './analytics-resources.ts';
import type { Owner } from './domain-resources.ts';
import { expectError, type Row, timestamp, uuidV7, withStore } from './row.ts';

const source = 'docs/reference/annotations.md';

function annotationsOf({ upstreams }: Owner, uuid: string): string {
  return upstreams.replace(/upstreams$/, `custom_domains/${uuid}/annotations`);
}

export const annotationRows: readonly Row[] = [
  {
    source,
    statement: 'a note is kept with its time and its author, and a change is noted by itself',
    codes: ['at_invalid', 'text_invalid'],
    async check(service) {
      const { owner, uuid, path: domainPath } = await newDomain(service);
      const { token } = owner;
      const path = annotationsOf(owner, uuid);
      const post = (json: object) => service.api(path, { token, json });
      const { status, body, headers } = await post({ text: 'Newsletter sent' });
      expect(status).toBe(201);
      expect(Object.keys(body)).toEqual(['uuid', 'at', 'text', 'kind', 'actor']);
      expect(body).toMatchObject({ text: 'Newsletter sent', kind: 'note', actor: { kind: 'token' } });
      expect(body.uuid).toMatch(uuidV7);
      expect(body.at).toMatch(timestamp);
      expect(headers.get('location')).toBe(`${path}/${body.uuid}`);
      await service.api(domainPath, { method: 'PUT', token, json: { maintenance: true } });
      const { data } = (await service.api(path, { token })).body;
      expect(data.map((each: { kind: string }) => each.kind).toSorted()).toEqual(['change', 'note']);
      expectError(await post({ text: 'x', at: 'soon' }), 400, 'at_invalid', 'soon');
      expectError(await post({ text: '' }), 400, 'text_invalid');
    },
  },
  {
    source,
    statement: `a domain has at most ${maxNotes} notes`,
    codes: ['too_many_annotations'],
    async check(service) {
      const { owner, uuid } = await newDomain(service);
      const { token } = owner;
      await withStore(service, async (store) => {
        const notes = new Annotations(store);
        const found = await new CustomDomains(store).findAnywhere(uuid);
        if (!found) throw new Error('the domain is gone');
        for (let n = 0; n < maxNotes; n++) await notes.create(found, { at: n, text: `Note ${n}` });
      });
      expectError(
        await service.api(annotationsOf(owner, uuid), { token, json: { text: 'x' } }),
        400,
        'too_many_annotations',
      );
    },
  },
];
