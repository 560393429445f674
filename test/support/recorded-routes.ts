/** Redirects and custom domains that a test writes while faults happen: what each host serves, has served, and may serve by now. */

export type RouteKind = 'redirect' | 'custom_domain';

/** What visitors of a host get; `nothing` where it has no route. */
export type Version = string;
export const nothing: Version = 'nothing';

/** One host, whose versions only ever follow each other. Its writer has one write under way at a time. */
export class RecordedRoute {
  readonly kind: RouteKind;
  readonly host: string;
  /** From `nothing` on, oldest first. The last one may not have been acknowledged yet. */
  readonly versions: Version[] = [nothing];
  /** Known once its creation was acknowledged. */
  uuid = '';
  #acknowledged = 0;

  constructor(kind: RouteKind, host: string) {
    this.kind = kind;
    this.host = host;
  }

  /** The newest one that was acknowledged. */
  get current(): Version {
    return this.versions[this.#acknowledged] ?? nothing;
  }

  /** Notes that a write is about to be sent; answers what it makes of the host. */
  attempt(write: 'create' | 'update' | 'delete'): Version {
    const version = write === 'delete' ? nothing : `v${this.versions.length}.${this.host}`;
    this.versions.push(version);
    return version;
  }

  acknowledge(): void {
    this.#acknowledged = this.versions.length - 1;
  }

  /** What the audit trail has of it when each of its writes was carried out once. */
  get trail(): string[] {
    return this.versions.slice(1).map((version, index) => {
      if (version === nothing) return 'deleted';
      return `${index === 0 ? 'created' : 'updated'} ${version}`;
    });
  }
}
