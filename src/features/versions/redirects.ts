/** Versions of redirects. Source: docs/reference/versions.md. */
import type { ApiParts } from '../../api/parts.ts';
import { auditedRedirect, versionedOf, versionedRedirect } from '../../control/audited.ts';
import { ServiceError } from '../../core/errors.ts';
import { redirectResource } from '../../resources/redirect.ts';
import { redirectActs, redirectWords } from '../redirects/feature.ts';
import { redirectSchemas } from '../redirects/wire.ts';
import { bodyOf, namesOf, type VersionedKind } from './versioned-kind.ts';

export function redirectVersions(parts: ApiParts): VersionedKind {
  const acts = redirectActs(parts);
  return {
    kind: 'redirect',
    ...namesOf(redirectWords, redirectSchemas.answer),
    names: versionedRedirect,
    summed: [],
    async find(accountUuid, uuid) {
      const redirect = await acts.find(accountUuid, uuid);
      return (
        redirect && {
          uuid,
          updatedAt: redirect.updatedAt,
          attributes: versionedOf(redirectResource, versionedRedirect, redirect),
          audited: auditedRedirect.attributesOf(redirect),
          async write(attributes, expect, request) {
            const change = { uuid, body: bodyOf(attributes), found: redirect, expect };
            const updated = await acts.update?.(accountUuid, change, request);
            return updated && (await acts.toWire([updated], request))[0];
          },
          delete: async (request) => acts.delete?.(accountUuid, uuid, request),
        }
      );
    },
    async create(accountUuid, uuid, attributes, request) {
      try {
        await acts.create?.(accountUuid, bodyOf(attributes), request, uuid);
      } catch (error) {
        // One code for all kinds.
        if (error instanceof ServiceError && error.code === 'source_host_taken')
          throw new ServiceError('host_taken', error.message);
        throw error;
      }
    },
  };
}
