/** Makes the client's table of operations from the OpenAPI document: those that an access token is for. */

import { answersFile } from './clients/api-document.ts';

type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

type Operation = Parameters<typeof answersFile>[0] & {
  readonly operationId?: string;
  readonly security?: readonly unknown[];
};

const methods = ['get', 'post', 'put', 'delete'];

/** `document` is the text of an OpenAPI 3.1 document. */
export function operationTableOf(document: string): string {
  const { paths }: OpenApi = JSON.parse(document);
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation || answersFile(operation)) return [];
      const { operationId, security } = operation;
      // Operations that need no token are those of a browser that signs in.
      if (operationId === undefined || security?.length === 0) return [];
      return [`  ${operationId}: { method: '${method.toUpperCase()}', path: '${path}' },\n`];
    }),
  );
  return `/** Method and path of each operation that takes an access token. */\nexport const operationTable = {\n${rows.join('')}} as const;\n`;
}
