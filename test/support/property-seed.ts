/** With NAMEPLATE_TEST_SEED, properties generate the same cases in each run. Without it they try others every time. */
const seed = process.env.NAMEPLATE_TEST_SEED;

if (seed) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}
