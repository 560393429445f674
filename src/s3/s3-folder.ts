/** The objects of a bucket whose keys begin alike. Source: docs/reference/backups.md ("In S3"), S3 API reference. */
import { readAnswer, type S3Client } from './s3-client.ts';
import { S3Error } from './s3-error.ts';
import { elementsOf, textOf } from './xml.ts';

export type S3Entry = { readonly key: string; readonly sizeBytes: number; readonly modifiedMs: number };

/** Of a list. Pages have 1,000; those with fewer than 500 count as 500, since they might go on for ever, too. */
const maxEntries = 100_000;
const leastOfPage = 500;

/** All of them, in the order of their keys. Throws S3Error. */
export async function listObjects(client: S3Client, prefix: string): Promise<readonly S3Entry[]> {
  const entries: S3Entry[] = [];
  let left = maxEntries;
  for (let token: string | undefined; ; ) {
    const query = {
      'list-type': '2',
      prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    };
    const xml = await readAnswer(await client.send({ method: 'GET', query }));
    const found = elementsOf(xml, 'Contents');
    left -= Math.max(leastOfPage, found.length);
    if (left < 0) throw new S3Error('AnswerTooLarge', `bucket "${client.bucket}": its list does not end`);
    for (const entry of found) {
      entries.push({
        key: textOf(entry, 'Key') ?? '',
        sizeBytes: Number(textOf(entry, 'Size')),
        modifiedMs: Date.parse(textOf(entry, 'LastModified') ?? ''),
      });
    }
    token = textOf(xml, 'NextContinuationToken');
    if (token === undefined) return entries;
  }
}

/** Aborts uploads that were begun before a time and never completed; they are stored and paid for. Throws S3Error. */
export async function abortUploads(client: S3Client, prefix: string, beforeMs: number): Promise<void> {
  const xml = await readAnswer(await client.send({ method: 'GET', query: { uploads: '', prefix } }));
  for (const upload of elementsOf(xml, 'Upload')) {
    const [key, uploadId] = [textOf(upload, 'Key'), textOf(upload, 'UploadId')];
    const begunMs = Date.parse(textOf(upload, 'Initiated') ?? '');
    if (key === undefined || uploadId === undefined || !(begunMs < beforeMs)) continue;
    await client.send({ method: 'DELETE', key, query: { uploadId } });
  }
}
