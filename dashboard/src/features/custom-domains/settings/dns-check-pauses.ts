/** How long to wait before the next look at DNS: short at first, as people watch; DNS itself takes minutes to hours. */
const secondsBefore = [3, 5, 8, 12, 20, 30, 45, 60] as const;
/** Resolvers cache a missing name for minutes, and a page left open overnight must not check every minute. */
const patience = 30;
const longSeconds = 300;

/** `checks`: how many looks there were since somebody last did something. Milliseconds. */
export function pauseBefore(checks: number): number {
  const seconds =
    checks > patience ? longSeconds : (secondsBefore[checks] ?? secondsBefore.at(-1) ?? longSeconds);
  return seconds * 1000;
}
