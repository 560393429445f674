/** The store does not have the schema of this program; the message is one line for the operator. */
export class SchemaError extends Error {
  override readonly name: string = 'SchemaError';
}
