/** The tools, in the order in which clients list them. */
import { analyticsTools } from './analytics-tools.ts';
import { planTools } from './plan-tools.ts';
import { resourceTools } from './resource-tools.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [...resourceTools, ...analyticsTools, ...planTools];
