/**
 * The day on which the tests of the dashboard take place: for the program, the browser and the tests themselves.
 *
 * The demo's numbers depend on the date (weekdays, months), so on the real clock each day would be another test. Only
 * `Date` is shifted; it goes on as the real one does, and timers are left alone.
 */

/** Noon, UTC: no run reaches midnight. `NAMEPLATE_TEST_DAY` names another day. */
function startOf(day: string): number {
  const start = Date.parse(`${day}T12:00:00Z`);
  if (Number.isNaN(start)) throw new Error(`NAMEPLATE_TEST_DAY: ${day} is not a day, YYYY-MM-DD`);
  return start;
}

/** What to add to the real time, from now on. */
export function testDayOffset(): number {
  return startOf(process.env.NAMEPLATE_TEST_DAY || '2026-11-18') - Date.now();
}

/** Shifts `Date` of the realm it is called in. It is also sent as source text, so it uses nothing from outside. */
export function shiftDate(offsetMs: number): void {
  const realNow = Date.now;
  const now = (): number => realNow() + offsetMs;
  const shifted = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: (target) => new target(now()).toString(),
  });
  Date.now = now;
  globalThis.Date = shifted;
}

/** A script for `node --require` that shifts `Date` in a process and, through NODE_OPTIONS, in its children. */
export function shiftDateScript(offsetMs: number): string {
  return `(${shiftDate.toString()})(${offsetMs});\n`;
}
