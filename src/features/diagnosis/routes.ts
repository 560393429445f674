/** `POST /api/v1/accounts/:account_uuid/hosts/:host/diagnose`. Source: docs/reference/diagnosis.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf } from '../../api/guard.ts';
import { errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { parseHostname } from '../../core/hostname.ts';
import { isBelowPublicSuffix } from '../../core/public-suffix.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import type { Diagnoses } from './diagnoses.ts';
import { diagnosisSchema, diagnosisToWire } from './schemas.ts';

type DiagnoseRequest = { Params: { account_uuid: string; host: string }; Body: RequestBody | null };

export function addDiagnoseRoute(app: FastifyInstance, diagnoses: Diagnoses): void {
  app.post<DiagnoseRequest>(
    '/api/v1/accounts/:account_uuid/hosts/:host/diagnose',
    {
      schema: {
        operationId: 'diagnoseHost',
        summary: 'Find out what is wrong with a host',
        description:
          'Tries what a visitor and a certificate authority need, in causal order, and answers within 12 s. Changes nothing but `reachable`. Of a host that the account doesn’t have, it says what the public sees. An account can have two under way, and ask 30 times a minute; an answer is good for 30 s.',
        tags: ['Hosts'],
        consumes: [...bodyMediaTypes],
        params: Type.Object({
          account_uuid: uuidSchema,
          host: Type.String({
            description: 'A host name below a public suffix; no wildcard and no address.',
            examples: ['shop.example.com'],
          }),
        }),
        response: {
          200: refTo(diagnosisSchema, 'What was found.'),
          ...errorResponses(400, 404, 413, 415, 503),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      const host = readHost(request.params.host);
      return diagnosisToWire(await diagnoses.of(accountUuid, host));
    },
  );
}

function readHost(named: string): string {
  const parsed = parseHostname(named);
  if (parsed.ok && isBelowPublicSuffix(parsed.host)) return parsed.host;
  const problem = parsed.ok
    ? 'is not below a public suffix, so the public DNS has no such host'
    : 'is invalid';
  throw new ServiceError(
    { attribute: 'host' },
    `host ${quoteValue(named)} ${problem}; allowed: a host name below a public suffix, without wildcard`,
  );
}
