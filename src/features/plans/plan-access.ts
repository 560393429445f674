/** Who may approve and apply plans. Source: docs/reference/plans.md ("Approval"). */
import type { FastifyRequest } from 'fastify';
import type { UserCaller } from '../../api/caller.ts';
import { isGranted } from '../../api/caller.ts';
import { accountOf, callerOf } from '../../api/guard.ts';
import { ServiceError } from '../../core/errors.ts';
import { hourMs } from '../../core/time.ts';
import type { Plan } from './plan-store.ts';

const approvalMs = hourMs;

/**
 * Those who may write, and tokens that may only read where a signed-in owner or admin has approved the plan within an hour, or that may
 * apply without. Errors: `forbidden`.
 */
export function requireMayApply(request: FastifyRequest, plan: Plan, now: number): void {
  const caller = callerOf(request);
  if (isGranted(caller, 'write')) return;
  if (caller.kind === 'token') {
    const { token } = caller;
    if ('mayApply' in token && token.mayApply === true) return;
    if (plan.approvedAt !== null && now - plan.approvedAt <= approvalMs) return;
    throw new ServiceError(
      'forbidden',
      'the access token has scope "read": an owner or admin has to approve the plan within the hour before it is applied',
    );
  }
  throw new ServiceError('forbidden', 'this request needs role "admin" or "owner", or an access token');
}

/** A signed-in owner or admin of the account that a path names. Errors: `forbidden`, `not_found`. */
export function approverOf(request: FastifyRequest<{ Params: { account_uuid: string } }>): UserCaller {
  accountOf(request, 'read');
  const caller = callerOf(request);
  if (caller.kind === 'user' && isGranted(caller, 'write')) return caller;
  throw new ServiceError('forbidden', 'only a signed-in owner or admin approves plans');
}
