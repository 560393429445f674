/** Bodies with lists of rules, which may be long. Source: docs/reference/rules.md ("Reading and replacing"). */
import type { FastifyInstance } from 'fastify';
import { maxRulesBytes } from '../../features/rules/host-rules-store.ts';
import { addBytesParsers } from './parsers.ts';

/** Makes the routes of a scope take JSON of up to 32 MiB, as bytes. */
export function addRulesBodyParser(scope: FastifyInstance): void {
  addBytesParsers(scope, ['application/json'], maxRulesBytes);
}
