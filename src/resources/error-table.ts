/**
 * Every `error_code` of the API: those of `core/errors.ts`, and `<name>_invalid` for each attribute whose values
 * callers send. docs/reference/errors.md is generated from it.
 */
import { type ErrorCode, errorTable } from '../core/errors.ts';
import { type accessTokenDefinitions, accessTokenResource } from './access-token.ts';
import { type customCertificateDefinitions, customCertificateResource } from './custom-certificate.ts';
import { type customDomainDefinitions, customDomainResource } from './custom-domain.ts';
import type { AttributeDefinition, Definitions, SentName } from './definition.ts';
import { type invitationDefinitions, invitationResource } from './invitation.ts';
import {
  type redirectBatchDefinitions,
  redirectBatchResource,
  type redirectDefinitions,
  redirectResource,
} from './redirect.ts';
import type { Resource } from './resource.ts';
import { type upstreamDefinitions, upstreamResource } from './upstream.ts';
import { type userDefinitions, userResource } from './user.ts';
import { type webhookEndpointDefinitions, webhookEndpointResource } from './webhook-endpoint.ts';

type AttributeName =
  | SentName<typeof redirectDefinitions>
  | SentName<typeof redirectBatchDefinitions>
  | SentName<typeof upstreamDefinitions>
  | SentName<typeof customDomainDefinitions>
  | SentName<typeof customCertificateDefinitions>
  | SentName<typeof accessTokenDefinitions>
  | SentName<typeof userDefinitions>
  | SentName<typeof invitationDefinitions>
  | SentName<typeof webhookEndpointDefinitions>;

export type ApiErrorCode = ErrorCode | `${AttributeName}_invalid`;

export type ApiError = {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly when: string;
};

/** A code that several resources have stands once for each, with the same words. */
const attributeErrors: readonly ApiError[] = [
  ...errorsOf(redirectResource),
  ...errorsOf(redirectBatchResource),
  ...errorsOf(upstreamResource),
  ...errorsOf(customDomainResource),
  ...errorsOf(customCertificateResource),
  ...errorsOf(accessTokenResource),
  ...errorsOf(userResource),
  ...errorsOf(invitationResource),
  ...errorsOf(webhookEndpointResource),
];

const tableErrors = Object.entries(errorTable).map(([code, { status, when }]): ApiError => {
  // The keys of the table are its codes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { code: code as ErrorCode, status, when };
});

/** `…_taken` comes right after `…_invalid`, in the order of the checks. */
const inOrder = attributeErrors.flatMap((invalid) => {
  const taken = invalid.code.replace(/_invalid$/, '_taken');
  return [invalid].concat(tableErrors.filter(({ code }) => code === taken));
});

export const apiErrors: readonly ApiError[] = [
  ...new Map([...inOrder, ...tableErrors].map((error) => [error.code, error])).values(),
];

function errorsOf<D extends Definitions>({ attributes, definitions }: Resource<D>): ApiError[] {
  return Object.keys(attributes).map((name) => {
    const definition = definitions[name];
    // The resource's names are among those of all resources.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const code = `${name}_invalid` as ApiErrorCode;
    return { code, status: 400, when: `\`${name}\` ${definition ? refusalOf(name, definition) : ''}.` };
  });
}

function refusalOf(name: string, definition: AttributeDefinition): string {
  if (definition.refused !== undefined) return definition.refused;
  switch (definition.type) {
    case 'boolean':
      return 'is not a boolean';
    case 'integer':
      return `is not an integer from ${definition.minimum} to ${definition.maximum}`;
    case 'choice': {
      const choices = definition.choices.map((choice) => `\`${choice}\``);
      return `is not ${[choices.slice(0, -1).join(', '), choices.at(-1)].filter(Boolean).join(' or ')}`;
    }
    case 'text':
    case 'timestamp':
    case 'uuid':
    case 'texts':
    case 'text_map':
    case 'json':
    case 'computed':
    default:
      throw new Error(`${name} does not say what it refuses`);
  }
}
