/** Reads `multipart/form-data` bodies, fields only. Source: RFC 7578, docs/reference/api.md ("Bodies"). */
import { Busboy } from '@fastify/busboy';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { collectBody, type RequestBody } from '../../resources/request-body.ts';
import { decodeUtf8 } from './decode-utf8.ts';

const maxFields = 1_000;
const maxFieldNameBytes = 1_000;

/** Parses the fields of a whole multipart body of at most `maxBytes`. Errors: `body_invalid`. */
export function parseMultipartBody(
  bytes: Buffer,
  contentType: string,
  maxBytes: number,
): Promise<RequestBody> {
  return new Promise((resolve, reject) => {
    const refuse = (problem: string) =>
      reject(new ServiceError('body_invalid', `the multipart body ${problem}`));
    let busboy: ReturnType<typeof openBusboy>;
    try {
      busboy = openBusboy(contentType, maxBytes);
    } catch {
      refuse('has no boundary');
      return;
    }
    const pairs: [string, string][] = [];
    busboy.on('field', (name: string | undefined, value) => {
      if (name === undefined) refuse('has a part without a name');
      else pairs.push([name, value]);
    });
    busboy.on('file', (name, stream) => {
      // A part cut short is an error of its stream as well; unheard, it would end the process.
      stream.on('error', () => {});
      stream.resume();
      refuse(`has a file in ${quoteValue(name)}; only fields are allowed`);
    });
    busboy.on('fieldsLimit', () => refuse(`has more than ${maxFields} fields`));
    busboy.on('error', () => refuse('is malformed or cut short'));
    busboy.on('finish', () => {
      try {
        // Busboy would put replacement characters for what it cannot decode.
        decodeUtf8(bytes);
        resolve(collectBody('form', pairs));
      } catch (error) {
        reject(error);
      }
    });
    busboy.end(bytes);
  });
}

function openBusboy(contentType: string, maxBytes: number) {
  return new Busboy({
    headers: { 'content-type': contentType },
    limits: { fields: maxFields, fieldSize: maxBytes, fieldNameSize: maxFieldNameBytes },
  });
}
