/** A fixed piece of work on one core, so that the times of machines compare. */
import { createHash } from 'node:crypto';

const rounds = 280;
const entriesPerRound = 20_000;

/** Answers how many seconds of CPU the work took; cpu-budgets.json is for a machine where it takes 3. */
export function timeFixedLoop(): number {
  const before = process.cpuUsage();
  let digest = '';
  for (let round = 0; round < rounds; round++) {
    const entries = new Map<string, number>();
    for (let index = 0; index < entriesPerRound; index++) entries.set(`${round}:${index}:${digest}`, index);
    const text = JSON.stringify([...entries]);
    digest = createHash('sha256')
      .update(JSON.stringify(JSON.parse(text)))
      .digest('hex');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
