/** Assistants that speak the Model Context Protocol. Source: docs/guides/assistants.md. */
import type { Feature } from '../../kernel/feature.ts';
import { addMcpRoute } from './mcp-route.ts';

export const mcp: Feature = { schemas: [], addRoutes: addMcpRoute };
