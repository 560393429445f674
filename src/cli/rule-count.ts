/** `1 rule`, `2 rules`. */
export function ruleCount(count: number): string {
  return count === 1 ? '1 rule' : `${count} rules`;
}
