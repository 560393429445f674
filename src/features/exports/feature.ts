/** Analytics as files: exports, the buckets that they go to, and schedules. Source: docs/reference/exports.md. */
import { createReadStream } from 'node:fs';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { accountOf, idOf } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { errorResponses, uuidSchema } from '../../api/schemas/common.ts';
import { Turns } from '../../control/turns.ts';
import { ServiceError } from '../../core/errors.ts';
import { hourMs, minuteMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { type Acts, addResourceRoutes } from '../../kernel/resource-routes.ts';
import { type ReferenceTag, type ResourceWords, schemasOf } from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { readChanged, readNew, readOptional } from '../../resources/read-attributes.ts';
import { toWire } from '../../resources/resource.ts';
import { mediaTypes } from './columns.ts';
import {
  type Destination,
  type DestinationDefinitions,
  destinationResource,
  refuseEndpoint,
} from './destination.ts';
import { auditedDestination, Destinations } from './destination-store.ts';
import {
  completeExport,
  computedSchemas,
  type Export,
  type ExportDefinitions,
  exportFormats,
  exportResource,
} from './export.ts';
import { ExportFiles } from './export-files.ts';
import { auditedExport, Exports } from './export-store.ts';
import { Exporter } from './exporter.ts';
import { lateRowsSchema, type Schedule, type ScheduleDefinitions, scheduleResource } from './schedule.ts';
import { auditedSchedule, Schedules } from './schedule-store.ts';

const base = '/api/v1/accounts/:account_uuid';
const tag: ReferenceTag = {
  name: 'Exports',
  description:
    'Requests, events and visits as files: Parquet, CSV or JSON Lines, to download or in a bucket.',
};

const exportWords: ResourceWords<ExportDefinitions> = {
  resource: exportResource,
  kind: 'export',
  owner: namedAccount,
  path: `${base}/exports`,
  item: 'export_uuid',
  sortFields: [],
  tag,
  verbs: {
    list: { description: 'Newest first. Those that ended more than 30 days ago are gone.' },
    create: {
      answer: 'The export, which waits.',
      description:
        'Ask for it again until its `state` is `done` or `failed`. 400 `date_range_invalid`: `from` is after `to`, or there are more than 3,660 days. 400 `limit_reached`: 100 exports of the account wait or run.',
    },
    get: {},
    delete: {
      answer: 'A confirmation that names the uuid.',
      description:
        'Cancels one that waits or runs, and removes its file. Objects that it has put into a bucket stay.',
    },
  },
};

const destinationWords: ResourceWords<DestinationDefinitions> = {
  resource: destinationResource,
  kind: 'export_destination',
  owner: namedAccount,
  path: `${base}/export_destinations`,
  item: 'export_destination_uuid',
  sortFields: [],
  tag,
  verbs: {
    list: { description: 'Newest first. Credentials are not part of an answer.' },
    create: {
      description:
        'Loopback, private and link-local addresses answer 400 `endpoint_invalid` unless `NAMEPLATE_UPSTREAM_ALLOW` has them; the address of each connection is checked again. The 21st answers 400 `limit_reached`.',
    },
    get: { description: 'Answers one destination, without its credentials.' },
    update: {
      description:
        'Credentials stay unless they are given. Exports that run begin anew in another bucket, prefix, region or endpoint.',
    },
    delete: {
      description:
        'Answers 400 `destination_in_use` while a schedule exports to it. Exports to it that wait or run fail.',
    },
  },
};

const scheduleWords: ResourceWords<ScheduleDefinitions> = {
  resource: scheduleResource,
  kind: 'export_schedule',
  owner: namedAccount,
  path: `${base}/export_schedules`,
  item: 'export_schedule_uuid',
  sortFields: [],
  tag,
  verbs: {
    list: { description: 'Newest first.' },
    create: {
      description:
        'At 00:00 UTC of the day after tomorrow of each day, it makes an export of that day; the first one at the next midnight, of yesterday. The 21st schedule answers 400 `limit_reached`.',
    },
    get: {},
    delete: { description: 'Exports that it has made stay.' },
  },
};

const exportSchemas = schemasOf(exportResource, computedSchemas);
const destinationSchemas = schemasOf(destinationResource);
const scheduleSchemas = schemasOf(scheduleResource, { late_rows: lateRowsSchema });

export const exports: Feature = {
  tags: [tag],
  schemas: [
    exportSchemas.answer,
    exportSchemas.bodies.create,
    destinationSchemas.answer,
    destinationSchemas.bodies.create,
    destinationSchemas.bodies.update,
    scheduleSchemas.answer,
    scheduleSchemas.bodies.create,
  ],
  attributeErrors: [
    ...attributeErrorsOf(exportResource),
    ...attributeErrorsOf(destinationResource),
    ...attributeErrorsOf(scheduleResource),
  ],
  tables: {
    exports: auditedExport,
    export_destinations: auditedDestination,
    export_schedules: auditedSchedule,
    export_schedule_days: null,
    export_schedule_hosts: null,
  },
  addRoutes(app, parts) {
    const { store } = parts;
    const files = new ExportFiles(parts.backupParts.dataDir);
    addResourceRoutes(app, store, exportWords, exportSchemas, exportActs(parts, files));
    addDownload(app, new Exports(store), files);
    addResourceRoutes(app, store, destinationWords, destinationSchemas, destinationActs(parts));
    addResourceRoutes(app, store, scheduleWords, scheduleSchemas, scheduleActs(parts));
  },
  startWork(work, { config, store, analytics, outgoing, clock, logger }) {
    const files = new ExportFiles(config.dataDir);
    const { exportBudgetBytes: budgetBytes } = config;
    const exporter = new Exporter({ store, analytics, files, budgetBytes, outgoing, clock, logger });
    const schedules = new Schedules(store);
    const turns = new Turns(store);
    work.defer(() => exporter[Symbol.asyncDispose]());
    exporter.start();
    work.every(minuteMs, () => schedules.orderDue(new Exports(store)));
    work.every(minuteMs, () => exporter.tidy());
    work.every(hourMs, () => turns.inTurn('late rows', hourMs, () => schedules.keepLateRows(analytics)));
  },
};

function exportActs({ store, clock }: ApiParts, files: ExportFiles): Acts<ExportDefinitions, Export> {
  const rows = new Exports(store);
  return {
    toWire: (all) => rows.toWire(all),
    find: (accountUuid, uuid) => rows.find(accountUuid, uuid),
    list: (accountUuid, query) => rows.list(accountUuid, query),
    async create(accountUuid, body) {
      const entity = await rows.order(
        accountUuid,
        completeExport(readNew(exportResource, body), clock.now()),
      );
      return entity && { entity };
    },
    async delete(accountUuid, uuid) {
      const deleted = await rows.delete(accountUuid, uuid);
      if (!deleted) return undefined;
      await files.remove(uuid);
      return `Export ${uuid} of ${deleted.what} from ${deleted.from} to ${deleted.to} was deleted.`;
    },
  };
}

function destinationActs({ store, upstreamCheck }: ApiParts): Acts<DestinationDefinitions, Destination> {
  const rows = new Destinations(store);
  const { credentials: attribute } = destinationResource.attributes;
  return {
    toWire: (all) => all.map((one) => toWire(destinationResource, one)),
    find: (accountUuid, uuid) => rows.find(accountUuid, uuid),
    list: (accountUuid, query) => rows.list(accountUuid, query),
    async create(accountUuid, body) {
      const given = readNew(destinationResource, body);
      const values = { ...given, endpoint: given.endpoint ?? null };
      await refuseEndpoint(values.endpoint, accountUuid, upstreamCheck);
      const entity = await rows.add(accountUuid, values);
      return entity && { entity };
    },
    async update(accountUuid, { uuid, body, found }) {
      const credentials = readOptional(body, attribute);
      const read = (current: Destination) => {
        // What is kept of them isn't known here, and not asked for.
        const { credentials: _, ...values } = readChanged(destinationResource, body, {
          ...current,
          credentials: { access_key_id: '', secret_access_key: '' },
        });
        return { ...values, ...(credentials !== undefined && { credentials }) };
      };
      const { endpoint } = read(found);
      if (endpoint !== found.endpoint) await refuseEndpoint(endpoint, accountUuid, upstreamCheck);
      return rows.change(accountUuid, uuid, read);
    },
    async delete(accountUuid, uuid) {
      const deleted = await rows.delete(accountUuid, uuid);
      return deleted && `Export destination ${uuid} (bucket ${JSON.stringify(deleted.bucket)}) was deleted.`;
    },
  };
}

function scheduleActs({ store, analytics }: ApiParts): Acts<ScheduleDefinitions, Schedule> {
  const rows = new Schedules(store);
  return {
    async toWire(all, { params }) {
      const wires: Record<string, unknown>[] = [];
      for (const one of all) {
        const late_rows = await rows.lateRows(analytics.forAccount(params['account_uuid'] ?? ''), one);
        wires.push(toWire(scheduleResource, one, { late_rows }));
      }
      return wires;
    },
    find: (accountUuid, uuid) => rows.find(accountUuid, uuid),
    list: (accountUuid, query) => rows.list(accountUuid, query),
    async create(accountUuid, body) {
      const given = readNew(scheduleResource, body);
      const entity = await rows.add(accountUuid, {
        ...given,
        customDomainUuid: given.customDomainUuid ?? null,
      });
      return entity && { entity };
    },
    async delete(accountUuid, uuid) {
      const deleted = await rows.delete(accountUuid, uuid);
      return deleted && `Export schedule ${uuid} of ${deleted.what} was deleted.`;
    },
  };
}

const fileAnswer = {
  description: 'The file.',
  headers: {
    'Content-Disposition': { type: 'string', description: '`attachment`, with the file’s name.' },
  },
  content: Object.fromEntries(
    exportFormats.map((format) => [mediaTypes[format], { schema: Type.String({ format: 'binary' }) }]),
  ),
};

type ItemParams = { Params: { account_uuid: string; export_uuid: string } };

function addDownload(app: FastifyInstance, rows: Exports, files: ExportFiles): void {
  app.get<ItemParams>(
    `${exportWords.path}/:export_uuid/file`,
    {
      schema: {
        operationId: 'getExportFile',
        summary: 'Download an export’s file',
        description:
          'For 24 hours after it was done. Answers 404 for an export that isn’t done, went to a bucket or has expired, and 409 `file_elsewhere` at another machine than the one that has the file.',
        tags: [tag.name],
        params: Type.Object({ account_uuid: uuidSchema, export_uuid: uuidSchema }),
        querystring: Type.Object({}),
        response: { 200: fileAnswer, ...errorResponses(400, 404, 409) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const uuid = idOf('export', request.params.export_uuid);
      const { export: found, bytes } = await rows.findFile(accountUuid, uuid);
      if (((await files.size(uuid)) ?? -1) < bytes)
        throw new ServiceError(
          'file_elsewhere',
          `the file of export ${uuid} is on another machine; ask each of them, or export to a bucket`,
        );
      const name = `${found.what}-${found.from}-${found.to}.${found.format}`;
      reply
        .header('content-type', mediaTypes[found.format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .header('content-length', bytes);
      // What begins to be read may be removed meanwhile.
      return reply.send(createReadStream(files.pathOf(uuid), { end: Math.max(0, bytes - 1) }));
    },
  );
}
