/** The thread in which a long document is parsed: see read-document.ts. It has one, and is ended then. */
import { obeyOrders } from '../../api/body/body-thread.ts';
import type { RulesNames } from './given-rules.ts';
import { PlanDocument } from './plan-document.ts';
import type { DocumentOrder } from './read-document.ts';

let document: PlanDocument | undefined;
let upstreams: RulesNames['upstreams'] = new Map();

obeyOrders(obey);

async function obey(order: DocumentOrder): Promise<unknown> {
  if (order.type === 'read') {
    document = await PlanDocument.read(Buffer.from(order.bytes), order.as);
    return await document.counts();
  }
  if (!document) throw new Error('there is no document');
  if (order.type === 'entries') return await document.entries(order.kind, order.start, order.end);
  if (order.type === 'rules') return await document.rules(order.index, { upstreams, users: order.users });
  upstreams = order.uuids;
  return undefined;
}
