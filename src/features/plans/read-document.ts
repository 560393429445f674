/**
 * Has a document parsed: a long one in a thread, so that everyone else is answered meanwhile, one at a time and accounts in turn.
 * Source: docs/reference/plans.md ("The document").
 */
import { BodyThread } from '../../api/body/body-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { documentThreadPath } from '../../core/program-files.ts';
import type { GivenRules, RulesNames } from './given-rules.ts';
import type { KindName } from './kind-names.ts';
import {
  type DocumentCounts,
  type DocumentReader,
  type DocumentType,
  PlanDocument,
} from './plan-document.ts';
import { takesTooMuch } from './problems.ts';

/** What the thread is to do. */
export type DocumentOrder =
  | { readonly type: 'read'; readonly bytes: Uint8Array; readonly as: DocumentType }
  | { readonly type: 'entries'; readonly kind: KindName; readonly start: number; readonly end: number }
  | { readonly type: 'upstreams'; readonly uuids: RulesNames['upstreams'] }
  | { readonly type: 'rules'; readonly index: number; readonly users: RulesNames['users'] };

/** Up to this, a document is parsed at once. */
const largeBytes: Readonly<Record<DocumentType, number>> = { json: 256 * 1024, yaml: 32 * 1024 };
const deadlineMs = 180_000;
/** Of the thread, beside `plan_invalid`. */
const refusals = ['body_invalid', 'payload_too_large'] as const;

const places = new FairPool(1);

/** Errors: `plan_invalid`, `body_invalid`, `payload_too_large`, `too_many_requests_under_way`. */
export async function withDocument<Result>(
  accountUuid: string,
  bytes: Buffer,
  as: DocumentType,
  use: (document: DocumentReader) => Promise<Result>,
): Promise<Result> {
  if (bytes.length <= largeBytes[as]) return await use(await PlanDocument.read(bytes, as));
  return await places.run(accountUuid, async () => {
    await using thread = new DocumentThread();
    await thread.read(bytes, as);
    // It may wait for DNS of the account's choice, and others for its place.
    return await thread.whileThere(use(thread));
  });
}

class DocumentThread extends BodyThread<DocumentOrder> implements DocumentReader {
  #counts: DocumentCounts = {};
  /** Those that the thread has. */
  #upstreams: RulesNames['upstreams'] | undefined;

  constructor() {
    super(
      documentThreadPath,
      deadlineMs,
      ({ code, message }) =>
        new ServiceError(refusals.find((one) => one === code) ?? 'plan_invalid', message),
      takesTooMuch,
    );
  }

  async read(bytes: Buffer, as: DocumentType): Promise<void> {
    this.#counts = await this.ask<DocumentCounts>({ type: 'read', bytes, as });
  }

  async counts(): Promise<DocumentCounts> {
    return this.#counts;
  }

  entries(kind: KindName, start: number, end: number): Promise<readonly unknown[]> {
    return this.ask<readonly unknown[]>({ type: 'entries', kind, start, end });
  }

  async rules(index: number, { upstreams, users }: RulesNames): Promise<GivenRules> {
    // They may be many, and are the same for all rules.
    if (upstreams !== this.#upstreams) await this.ask<void>({ type: 'upstreams', uuids: upstreams });
    this.#upstreams = upstreams;
    return await this.ask<GivenRules>({ type: 'rules', index, users });
  }
}
