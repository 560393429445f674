/** Routes that answer a question about a custom domain's visitors, whose body is read like a query. Source: docs/reference/query.md. */
import { type TSchema, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import type { QueryGoal } from '../../analytics/query/goals.ts';
import { domainUuidOf } from '../../api/analytics-domain.ts';
import { callerOf } from '../../api/guard.ts';
import { membersOf, withinLimits } from '../../api/query-request.ts';
import { errorResponses, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { domainGoals } from '../goals/domain-goals.ts';

type QuestionRoute = {
  Params: { uuid: string } & Readonly<Record<string, string>>;
  Body: RequestBody | null;
};

/** Errors: `query_invalid`. */
type Read<Member extends string, Asked> = (
  members: Partial<Record<Member, unknown>>,
  goals: readonly QueryGoal[],
  nowMs: number,
) => Asked;

export type DomainQuestion<Member extends string, Asked> = {
  /** What its path has after the domain. */
  readonly name: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
  readonly answer: TSchema;
  readonly members: readonly Member[];
  readonly run: (store: ReportStore, domain: string, asked: Asked) => Promise<unknown>;
} & (
  | { readonly read: Read<Member, Asked> }
  | {
      /** The parameter at the end of its path, which names what is asked. */
      readonly item: string;
      /** Errors: `not_found`. */
      readonly readerOf: (domain: string, named: string) => Promise<Read<Member, Asked>>;
    }
);

/** Adds `POST /api/v1/analytics/custom_domains/:uuid/<name>`, or `…/<name>/:<item>`. */
export function addDomainQuestion<Member extends string, Asked>(
  app: FastifyInstance,
  { store, analytics, clock }: Pick<RouteParts, 'store' | 'analytics' | 'clock'>,
  question: DomainQuestion<Member, Asked>,
): void {
  const { operationId, summary, description } = question;
  const item = 'item' in question ? question.item : undefined;
  const domains = new CustomDomains(store);
  const goals = domainGoals(store);
  app.post<QuestionRoute>(
    `/api/v1/analytics/custom_domains/:uuid/${question.name}${item === undefined ? '' : `/:${item}`}`,
    {
      schema: {
        operationId,
        summary,
        description: `${description} Answers 400 \`query_invalid\` with the place of the mistake.`,
        tags: ['Web analytics'],
        params: Type.Object({ uuid: uuidSchema, ...(item !== undefined && { [item]: uuidSchema }) }),
        querystring: noQuerySchema,
        body: refTo(question.body),
        response: { 200: refTo(question.answer), ...errorResponses(400, 404, 413, 415, 503) },
      },
    },
    async (request) => {
      const domain = await domainUuidOf(request, domains);
      // Nothing in the body can make what isn't there a bad request.
      const read =
        'item' in question
          ? await question.readerOf(domain, request.params[question.item] ?? '')
          : question.read;
      const members = membersOf(request.body, question.members);
      const asked = read(members, await goals.ofDomain(domain), clock.now());
      const reader = analytics.forAccount(callerOf(request).accountUuid);
      return withinLimits(
        () => question.run(reader, domain, asked),
        'shorten date_range, or add or simplify a filter',
      );
    },
  );
}
