/** Ends a stream with an error once it is larger than it may be. Source: docs/reference/enrichment.md ("Data that ages"). */
import { Transform } from 'node:stream';
import { DataUpdateError } from './data-update-error.ts';

export function limitBytes(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(new DataUpdateError(`the file is larger than ${maxBytes / 1024 / 1024} MiB`));
    },
  });
}
