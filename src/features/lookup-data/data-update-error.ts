/** A file could not be downloaded or used; one line, without the address's secrets. */
export class DataUpdateError extends Error {
  override readonly name = 'DataUpdateError';
}
