/**
 * One order for one host, from its challenges to the certificate.
 * Source: RFC 8555 sections 7.1.6 (states), 7.4 and 7.5.
 *
 * An authority may return an existing order or authorization in any state, so each step looks at the state and does
 * what is missing. Once the certificate itself was requested, a lost answer is requested again: the certificate may
 * exist, and each one counts.
 */
import type { Challenge, ChallengeMethod } from '../core/acme-challenge.ts';
import { type CertificateRequest, requestCertificate } from './certificate-request.ts';
import type { Account, AcmeClient, Authorization, Order } from './protocol/acme-client.ts';
import { AcmeError } from './protocol/acme-error.ts';

export type OrderSteps = {
  /** Publishes a challenge on every node; resolves when all of them would answer it. */
  readonly show: (challenge: Challenge) => Promise<void>;
  readonly hide: (challenge: Challenge) => Promise<void>;
  /** Called when the authority is asked for the certificate itself: from then on one may have been issued. */
  readonly onFinalize: () => void;
  /** Where the record of a dns-01 challenge is to be. */
  readonly dnsLabel: string | null;
};

export type IssuedCertificate = { readonly certificatePem: string; readonly privateKeyPem: string };

const stillBeingDecided = ['pending'] as const;
const stillBeingIssued = ['processing', 'ready'] as const;
const maxFinalizeTries = 3;

/** `methods`: those that can be answered here, the best one first. Throws {@link AcmeError}. */
export async function orderCertificate(
  client: AcmeClient,
  account: Account,
  order: Order,
  host: string,
  methods: readonly ChallengeMethod[],
  steps: OrderSteps,
): Promise<IssuedCertificate> {
  for (const url of order.authorizations) await authorize(client, account, host, url, methods, steps);
  const ready = await client.settleOrder(account, order.url, stillBeingDecided);
  if (ready.status !== 'ready') throw ready.problem ?? lost(`the order is ${ready.status}`);
  const request = await requestCertificate(host);
  steps.onFinalize();
  const { certificateUrl } = await finalize(client, account, ready, request);
  if (certificateUrl === undefined) throw lost('the order is valid, but there is no certificate');
  return {
    certificatePem: await client.insist(() => client.certificate(account, certificateUrl)),
    privateKeyPem: request.privateKeyPem,
  };
}

async function authorize(
  client: AcmeClient,
  account: Account,
  host: string,
  url: string,
  methods: readonly ChallengeMethod[],
  { show, hide, dnsLabel }: OrderSteps,
): Promise<void> {
  const found = await client.authorization(account, url);
  if (found.status === 'valid') return;
  if (found.status !== 'pending') throw problemIn(found);
  const method = methods.find((each) => found.challenges.some(({ type }) => type === each));
  const offered = found.challenges.find(({ type }) => type === method);
  if (!offered || !method) {
    const types = found.challenges.map(({ type }) => type).join(', ');
    throw new AcmeError('unsupported', `the certificate authority validates by ${types || 'nothing'} only`);
  }
  const keyAuthorization = `${offered.token}.${account.key.thumbprint}`;
  const challenge: Challenge = { host, token: offered.token, method, keyAuthorization, dnsLabel };
  await show(challenge);
  try {
    await client.acceptChallenge(account, offered.url);
    const decided = await client.settleAuthorization(account, url);
    if (decided.status !== 'valid') throw problemIn(decided, method);
  } finally {
    await hide(challenge);
  }
}

/** The same request, repeated: it can lead to one certificate only. */
async function finalize(
  client: AcmeClient,
  account: Account,
  order: Order,
  request: CertificateRequest,
): Promise<Order> {
  for (let tries = 1; ; tries++) {
    const problem = await problemOfFinalizing(client, account, order, request, tries > 1);
    const passing = problem ? ['processing'] : stillBeingIssued;
    const done = await client.insist(() => client.settleOrder(account, order.url, passing));
    if (done.status === 'valid') return done;
    const hasNotArrived = problem !== undefined && done.status === 'ready';
    if (!hasNotArrived || tries === maxFinalizeTries)
      throw done.problem ?? problem ?? lost(`the order is ${done.status}`);
  }
}

/** Returns the error if no answer came: the request may still have arrived, which only the order's state shows. */
async function problemOfFinalizing(
  client: AcmeClient,
  account: Account,
  order: Order,
  request: CertificateRequest,
  isRepeated: boolean,
): Promise<AcmeError | undefined> {
  try {
    await client.finalize(account, order, request.der);
    return undefined;
  } catch (error) {
    if (!(error instanceof AcmeError)) throw error;
    // From the second request: the first one had arrived after all.
    if (error.isOfServer || (isRepeated && error.type === 'orderNotReady')) return error;
    throw error;
  }
}

function problemIn({ status, problem }: Authorization, method?: ChallengeMethod): AcmeError {
  if (!problem) return lost(`the authorization is ${status}`);
  const how = method === undefined ? '' : `${method}: `;
  return new AcmeError(problem.type, `${how}${problem.message}`, problem.retryAfterMs, true);
}

function lost(message: string): AcmeError {
  return new AcmeError('incomplete', message);
}
