/** Undo of what is no collection and has no versions of its own over the API. Source: docs/reference/versions.md ("Undo"). */
import { isDeepStrictEqual } from 'node:util';
import { formatTimestamp } from '../../core/clock.ts';
import type { ErrorPageOwner } from '../../core/error-page.ts';
import { errorPageStatuses } from '../../core/error-page.ts';
import { ServiceError } from '../../core/errors.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import { readNew } from '../../resources/read-attributes.ts';
import { annotationResource } from '../annotations/annotation.ts';
import { Annotations, auditedAnnotation } from '../annotations/annotation-store.ts';
import { FindingList } from '../attention/finding-list.ts';
import { AccountBrands, auditedBrand } from '../connect/brand-store.ts';
import { ConnectLinks } from '../connect/connect-link-store.ts';
import { readBrand } from '../connect/schemas.ts';
import { customCertificateActs } from '../custom-certificates/feature.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import {
  auditedErrorPage,
  type ErrorPage,
  ErrorPages,
  type PageOwner,
} from '../error-pages/error-page-store.ts';
import { readSettings } from '../settings/schemas.ts';
import { AccountSettings, auditedSettings } from '../settings/settings-store.ts';
import { ownerGone, touched } from './undo-errors.ts';
import { type Attributes, bodyOf, type Expect, type UndoableKind } from './versioned-kind.ts';

export function singleKinds(parts: RouteParts): UndoableKind[] {
  return [
    settingsKind(parts),
    brandKind(parts),
    errorPageKind(parts),
    annotationKind(parts),
    connectLinkKind(parts),
    certificateKind(parts),
    muteKind(parts),
  ];
}

/** What a list of an account's has no time of: it has to be the same. */
const noTime = 0;

function settingsKind({ store, authenticator }: RouteParts): UndoableKind {
  const rows = new AccountSettings(store);
  return {
    kind: 'settings',
    names: ['allowed_origins'],
    summed: [],
    async find(uuid) {
      const settings = await rows.find(uuid);
      return {
        updatedAt: noTime,
        audited: auditedSettings.attributesOf({ uuid, ...settings }),
        async write(attributes) {
          const written = await rows.update(uuid, readSettings(bodyOf(attributes)), same(settings));
          authenticator.forget();
          return written;
        },
      };
    },
  };
}

function brandKind({ store }: RouteParts): UndoableKind {
  const rows = new AccountBrands(store);
  return {
    kind: 'brand',
    names: ['name', 'color', 'logo'],
    summed: ['logo'],
    async find(uuid) {
      const brand = await rows.find(uuid);
      return {
        updatedAt: noTime,
        audited: auditedBrand.attributesOf({ uuid, ...brand, updatedAt: noTime }),
        write: (attributes) => rows.update(uuid, readBrand(bodyOf(attributes)), same(brand)),
      };
    },
  };
}

function errorPageKind({ store }: RouteParts): UndoableKind {
  const rows = new ErrorPages(store);
  return {
    kind: 'error_page',
    names: ['upstream_uuid', 'custom_domain_uuid', 'status', 'sha256'],
    summed: ['sha256'],
    async find(accountUuid, uuid) {
      const found = await rows.findInAccount(accountUuid, uuid);
      if (!found) return undefined;
      const { owner, page } = found;
      const { status, html, updatedAt } = page;
      const of = { owner: owner.kind, ownerUuid: owner.uuid, ownerHost: '' };
      return {
        updatedAt,
        audited: auditedErrorPage.attributesOf({ ...of, uuid, status, html, updatedAt }),
        write: async (attributes, expect) =>
          (await rows.set(owner, status, htmlOf(attributes), { uuid, expect: sameTime(expect) }))?.page,
        delete: async () => (await rows.delete(owner, status)) && 'deleted',
      };
    },
    async create(accountUuid, uuid, attributes) {
      const kind: ErrorPageOwner = 'upstream_uuid' in attributes ? 'upstream' : 'custom_domain';
      const owner: PageOwner = { kind, accountUuid, uuid: String(attributes[`${kind}_uuid`]) };
      const status = errorPageStatuses.find((each) => each === attributes['status']);
      if (status === undefined) throw ownerGone();
      if (
        !(await rows.set(owner, status, htmlOf(attributes), {
          uuid,
          expect: same<ErrorPage | undefined>(undefined),
        }))
      )
        throw ownerGone();
    },
  };
}

/** A version has the page itself where the trail has its checksum. */
function htmlOf({ sha256 }: Attributes): string {
  return String(sha256);
}

function annotationKind({ store, clock }: RouteParts): UndoableKind {
  const rows = new Annotations(store);
  const domains = new CustomDomains(store);
  return {
    kind: 'annotation',
    names: ['custom_domain_uuid', 'at', 'text', 'kind'],
    summed: [],
    async find(accountUuid, uuid) {
      const domainUuid = await rows.findDomain(accountUuid, uuid);
      const domain =
        domainUuid === undefined ? undefined : await domains.findInAccount(accountUuid, domainUuid);
      const found = domain && (await rows.find(domain, uuid));
      return (
        found && {
          updatedAt: found.createdAt,
          audited: auditedAnnotation.attributesOf(found),
          delete: async () => (await rows.delete(domain, uuid)) && 'deleted',
        }
      );
    },
    async create(accountUuid, again, { kind, custom_domain_uuid: uuid, ...attributes }) {
      if (kind !== 'note' || typeof uuid !== 'string')
        throw new ServiceError(
          'undo_unsupported',
          `this ${kind === 'note' ? 'note' : 'annotation of a change'} can't be created again: what it was about is not kept`,
        );
      const { at, text } = readNew(annotationResource, bodyOf(attributes));
      const isThere = await domains.findInAccount(accountUuid, uuid);
      const note = { at: at ?? clock.now(), text };
      if (!isThere || !(await rows.create({ accountUuid, uuid }, note, again))) throw ownerGone();
    },
  };
}

function connectLinkKind({ store }: RouteParts): UndoableKind {
  const rows = new ConnectLinks(store);
  return {
    kind: 'connect_link',
    names: [],
    summed: [],
    async find(accountUuid, uuid) {
      const domainUuid = await rows.findDomain(accountUuid, uuid);
      return domainUuid === undefined
        ? undefined
        : {
            updatedAt: noTime,
            audited: {},
            delete: async () => (await rows.revoke(accountUuid, domainUuid, uuid)) && 'revoked',
          };
    },
  };
}

function certificateKind(parts: RouteParts): UndoableKind {
  const acts = customCertificateActs(parts);
  return {
    kind: 'custom_certificate',
    names: [],
    summed: [],
    async find(accountUuid, uuid) {
      const found = await acts.find(accountUuid, uuid);
      return (
        found && {
          updatedAt: noTime,
          audited: {},
          delete: async (request) => acts.delete?.(accountUuid, uuid, request),
        }
      );
    },
  };
}

/** Of findings, only how long they are muted is anybody's change. */
function muteKind({ store, clock }: RouteParts): UndoableKind {
  const rows = new FindingList({ database: store.database, clock });
  return {
    kind: 'finding',
    names: ['muted_until'],
    summed: [],
    async find(accountUuid, uuid) {
      const finding = await rows.find(accountUuid, uuid);
      if (!finding || finding.resolvedAt !== null) return undefined;
      const { mutedUntil } = finding;
      return {
        updatedAt: noTime,
        audited: { muted_until: mutedUntil === null ? null : formatTimestamp(mutedUntil) },
        write: ({ muted_until: until }) =>
          rows.mute(
            accountUuid,
            uuid,
            typeof until === 'string' ? Date.parse(until) : null,
            same(mutedUntil),
          ),
      };
    },
  };
}

/** Refuses to write over anything else. */
function same<T>(found: T): (current: T) => void {
  return (current) => {
    if (!isDeepStrictEqual(current, found)) throw touched();
  };
}

function sameTime(expect: Expect): (current: { readonly updatedAt: number } | undefined) => void {
  return (current) => {
    if (!current) throw touched();
    expect(current);
  };
}
