/** A fixed piece of work on each processor at once, as tests run, so that the times of machines compare. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Of a worker thread. */
const work = `
  const { createHash } = require('node:crypto');
  let digest = '';
  for (let round = 0; round < 280; round++) {
    const entries = new Map();
    for (let index = 0; index < 20_000; index++) entries.set(round + ':' + index + ':' + digest, index);
    const text = JSON.stringify([...entries]);
    digest = createHash('sha256').update(JSON.stringify(JSON.parse(text))).digest('hex');
  }
`;

/**
 * Answers how many seconds of CPU the work took a processor; cpu-budgets.json is for a machine where it takes 3. Two processors
 * that are threads of one core are slower together than each alone, and tests keep both busy.
 */
export async function timeFixedLoop(): Promise<number> {
  const threads = availableParallelism();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: threads }, () => once(new Worker(work, { eval: true }), 'exit')));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / threads;
}
