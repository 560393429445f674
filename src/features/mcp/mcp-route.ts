/**
 * `POST /mcp`: the Model Context Protocol over HTTP, without sessions and streams, so other methods are refused. Failures before a
 * message is read have the API's shape, those of messages JSON-RPC's.
 * Source: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports, docs/guides/assistants.md.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerSecretOf } from '../../api/auth.ts';
import { decodeUtf8 } from '../../api/body/decode-utf8.ts';
import { describeRepeatedName, findRepeatedName } from '../../api/body/json-body.ts';
import { addBytesParsers, maxBodyBytes } from '../../api/body/parsers.ts';
import type { TokenCaller } from '../../api/caller.ts';
import { clientAddressOf, linkOriginOf } from '../../api/client.ts';
import { narrowForbidden } from '../../api/guard.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import { protocolVersions } from './protocol-versions.ts';
import { type SendToApi, ToolApi } from './tool-api.ts';

/** Of JSON-RPC, and of MCP for the request that carries a message. */
const codes = { parse: -32_700, invalid: -32_600, transport: -32_000 } as const;

export function addMcpRoute(app: FastifyInstance, parts: RouteParts): void {
  // The operator has no token; commands speak the protocol themselves.
  if (parts.isForOperator) return;
  // A scope of its own, for its body parser.
  void app.register(async (scope) => {
    addBytesParsers(scope, ['application/json'], maxBodyBytes);
    scope.post<{ Body: Buffer | null }>(
      '/mcp',
      {
        schema: { hide: true },
        onRequest: async (request, reply) => {
          refuseOtherOrigins(request, parts);
          request.caller = await admit(request, reply, parts);
        },
      },
      (request, reply) => answer(app, parts, request, reply),
    );
  });
}

/** A page that a browser was led to with another name for this machine has no business here. */
function refuseOtherOrigins(request: FastifyRequest, parts: RouteParts): void {
  const { origin: sent } = request.headers;
  const own = linkOriginOf(request, parts);
  if (sent === undefined || sent === own) return;
  throw new ServiceError('origin_forbidden', `Origin ${quoteValue(sent)} is not ${quoteValue(own)}`);
}

/** Lets access tokens in; the guard has refused and counted those that it could read and that may not. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, limit, accountRequests }: RouteParts,
): Promise<TokenCaller> {
  const { authorization } = request.headers;
  if (bearerSecretOf(authorization) === undefined) limit.count(request, reply, null);
  const bearer = await authenticator.authenticateBearer(authorization);
  if ('refusal' in bearer) throw bearer.refusal;
  if (bearer.kind === 'signed') throw narrowForbidden();
  limit.count(request, reply, bearer.token.uuid);
  await accountRequests.count(bearer);
  return bearer;
}

async function answer(
  app: FastifyInstance,
  parts: RouteParts,
  request: FastifyRequest<{ Body: Buffer | null }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const read = readMessage(request);
  if ('error' in read) return reply.code(400).send({ jsonrpc: '2.0', id: null, error: read.error });
  const { version, peers } = parts;
  const { caller, headers } = request;
  if (caller?.kind !== 'token') throw new Error('a message without a caller');
  const gone = whenGone(reply);
  const send: SendToApi = async ({ method, path, headers: fields, body }) => {
    const {
      statusCode,
      headers: answered,
      body: text,
    } = await app.inject({
      method,
      url: path,
      headers: { ...fields, authorization: headers.authorization },
      remoteAddress: clientAddressOf(request, peers),
      signal: gone,
      ...(body !== undefined && { payload: body }),
    });
    const { link } = answered;
    return { status: statusCode, headers: { link: typeof link === 'string' ? link : undefined }, body: text };
  };
  const { answerMessage } = await import('./answer-message.ts');
  const response = await answerMessage({
    version,
    openApi: async () => new ToolApi(caller.accountUuid, send, (path) => linkOriginOf(request, parts) + path),
    onFailure: (error) => request.log.error({ err: error }, 'a tool failed'),
    headers: { accept: headers.accept, 'content-type': headers['content-type'] },
    message: read.message,
    gone,
  });
  // Nobody is there to be told.
  if (!response) return reply.hijack();
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.code(response.status).send(await response.text());
}

type Read = { readonly message: unknown } | { readonly error: { code: number; message: string } };

/** Refuses what isn't one message of a revision that is spoken. */
function readMessage({ body, headers }: FastifyRequest<{ Body: Buffer | null }>): Read {
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !protocolVersions.some((known) => known === version))
    return refuse(
      codes.transport,
      `MCP-Protocol-Version ${quoteValue(version)} is not supported; allowed: ${protocolVersions.join(', ')}`,
    );
  try {
    const text = body ? decodeUtf8(body) : '';
    const message: unknown = JSON.parse(text);
    if (Array.isArray(message))
      return refuse(codes.invalid, 'the body is a batch, which these revisions of the protocol do not have');
    const repeated = findRepeatedName(text, message);
    return repeated === undefined ? { message } : refuse(codes.invalid, describeRepeatedName(repeated));
  } catch {
    return refuse(codes.parse, 'the body is not well-formed JSON');
  }
}

function refuse(code: number, message: string): Read {
  return { error: { code, message } };
}

/** Aborts when the client has left before it was answered. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
