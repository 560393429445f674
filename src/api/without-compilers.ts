/** Servers whose routes' schemas are for the OpenAPI document only; loading Fastify's compilers of schemas takes 60 ms of a start. */
import type { FastifyServerOptions } from 'fastify';

export const withoutCompilers: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildValidator: () => {
      throw new Error(
        'a route has a schema of what it reads, and its server no validator: see setValidatorCompiler',
      );
    },
    // Every answer is put together field by field in schemas/; compiling a serialiser for each route took half a second
    // of each start, to save 0.2 µs an answer.
    buildSerializer: () => () => JSON.stringify,
  },
};
