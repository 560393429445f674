/** Makes the TypeScript types of the API from its OpenAPI document, for the dashboard. */
import openapiTS, { astToString } from 'openapi-typescript';

/** `document` is the text of an OpenAPI 3.1 document. */
export async function makeTypes(document: string): Promise<string> {
  const nodes = await openapiTS(document, {
    // A default says what is taken when nothing is sent, not that it has to be sent.
    defaultNonNullable: false,
    alphabetize: false,
  });
  // There are none of these; a type that can't be used only looks as if there were.
  return astToString(nodes).replace(/^export type (?:webhooks|\$defs) = Record<string, never>;\n/gm, '');
}
