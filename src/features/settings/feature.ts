/** The settings of an account. Source: docs/reference/signed-tokens.md ("Pages of other origins"). */
import { Type } from '@sinclair/typebox';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf } from '../../api/guard.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { Feature } from '../../kernel/feature.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { readSettings, settingsBodySchema, settingsSchema, settingsToWire } from './schemas.ts';
import { AccountSettings, auditedSettings } from './settings-store.ts';

type SettingsRequest = { Params: { account_uuid: string }; Body: RequestBody | null };

const path = '/api/v1/accounts/:account_uuid/settings';
const tags = ['Settings'];
const params = Type.Object({ account_uuid: uuidSchema });

export const settings: Feature = {
  tags: [{ name: 'Settings', description: 'The settings of an account.' }],
  schemas: [settingsSchema, settingsBodySchema],
  tables: { allowed_origins: auditedSettings },
  addRoutes(app, { store, authenticator, changes }) {
    const rows = new AccountSettings(store);

    app.get<SettingsRequest>(
      path,
      {
        schema: {
          operationId: 'getSettings',
          summary: 'Retrieve the settings',
          description: 'Answers the settings of the account.',
          tags,
          params,
          querystring: noQuerySchema,
          response: { 200: refTo(settingsSchema, 'The settings.'), ...errorResponses(400, 404) },
        },
      },
      async (request) => settingsToWire(await rows.find(accountOf(request, 'read'))),
    );

    app.put<SettingsRequest>(
      path,
      {
        schema: {
          operationId: 'updateSettings',
          summary: 'Update the settings',
          description: 'Changes the attributes that are given and keeps the others.',
          tags,
          consumes: [...bodyMediaTypes],
          params,
          body: refTo(settingsBodySchema),
          response: {
            200: refTo(settingsSchema, 'The settings as they are now.'),
            ...errorResponses(400, 403, 404, 413, 415),
          },
        },
      },
      async (request) => {
        const accountUuid = accountOf(request, 'write');
        const updated = await rows.update(accountUuid, readSettings(request.body ?? emptyBody));
        authenticator.forget();
        await makeLive(changes, request);
        return settingsToWire(updated);
      },
    );
  },
};
