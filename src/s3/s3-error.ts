/** A request to S3 failed; one line, without secrets. Source: docs/reference/backups.md ("In S3"). */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** S3's code, such as `NoSuchKey`; or the system's, when there was no answer. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
