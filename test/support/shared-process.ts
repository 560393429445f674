/** The environment of test files that share a process and what runs in it: Node's, with an end. */
import type { Environment } from 'vitest/runtime';
import { endProcess } from './process-end.ts';

const sharedProcess: Environment = {
  name: 'shared-process',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: endProcess }),
};

// oxlint-disable-next-line import/no-default-export -- Vitest takes no other
export default sharedProcess;
