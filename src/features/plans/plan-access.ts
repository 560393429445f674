/** Who may approve and apply plans. Source: docs/reference/plans.md ("Approval"). */
import type { FastifyRequest } from 'fastify';
import type { UserCaller } from '../../api/caller.ts';
import { isGranted } from '../../api/caller.ts';
import { accountOf, callerOf } from '../../api/guard.ts';
import { ServiceError } from '../../core/errors.ts';
import { hourMs } from '../../core/time.ts';
import type { Plan } from './plan-store.ts';

const approvalMs = hourMs;

/** Of assistants, who may apply no more than a person has approved, whatever their token's scope. */
const approvedOnlyField = 'x-approved-only';

/**
 * Those who may write; tokens that may only read, and whoever asks to be held to it, where a signed-in owner or admin has approved the
 * plan within an hour, or the token applies plans without. Errors: `forbidden`.
 */
export function requireMayApply(request: FastifyRequest, plan: Plan, now: number): void {
  const caller = callerOf(request);
  const mayWrite = isGranted(caller, 'write');
  if (mayWrite && request.headers[approvedOnlyField] === undefined) return;
  if (!mayWrite && caller.kind !== 'token')
    throw new ServiceError('forbidden', 'this request needs role "admin" or "owner", or an access token');
  if (caller.kind === 'token' && caller.token.mayApply) return;
  if (plan.approvedAt !== null && now - plan.approvedAt <= approvalMs) return;
  throw new ServiceError(
    'forbidden',
    'nobody has approved the plan within the hour: a signed-in owner or admin has to, before it is applied',
  );
}

/** A signed-in owner or admin of the account that a path names. Errors: `forbidden`, `not_found`. */
export function approverOf(request: FastifyRequest<{ Params: { account_uuid: string } }>): UserCaller {
  accountOf(request, 'read');
  const caller = callerOf(request);
  if (caller.kind === 'user' && isGranted(caller, 'write')) return caller;
  throw new ServiceError('forbidden', 'only a signed-in owner or admin approves plans');
}
