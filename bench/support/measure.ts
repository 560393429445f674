/** Times and CPU of something asked again and again in this process. */

/** CPU is user and system time of the whole process. */
export type Times = { readonly wallMs: readonly number[]; readonly cpuMs: readonly number[] };

/** As often as `rounds`, after two times that do not count; `before` each. */
export async function measure(
  ask: () => Promise<unknown>,
  rounds: number,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<Times> {
  const samples: [wallMs: number, cpuMs: number][] = [];
  for (let round = -2; round < rounds; round++) {
    await before();
    const sample = await measureOnce(ask);
    if (round >= 0) samples.push(sample);
  }
  return toTimes(samples);
}

export async function measureOnce(ask: () => Promise<unknown>): Promise<[wallMs: number, cpuMs: number]> {
  const cpuBefore = process.cpuUsage();
  const tick = performance.now();
  await ask();
  const wallMs = performance.now() - tick;
  const { user, system } = process.cpuUsage(cpuBefore);
  return [wallMs, (user + system) / 1000];
}

export function toTimes(samples: readonly [wallMs: number, cpuMs: number][]): Times {
  return { wallMs: samples.map(([wallMs]) => wallMs), cpuMs: samples.map(([, cpuMs]) => cpuMs) };
}
