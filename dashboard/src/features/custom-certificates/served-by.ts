/** Which hosts would have no certificate if one were deleted. */
import { coversHost } from './names.ts';

type Named = {
  readonly uuid: string;
  readonly sans: readonly string[];
  readonly not_before: string;
  readonly expires_at: string;
};

export type ServedHost = {
  readonly host: string;
  /** Another certificate of the account that is valid now stands for it too. */
  readonly hasOther: boolean;
};

/** `hosts` are those that the certificate stands for. */
export function servedBy(
  certificate: Named,
  all: readonly Named[],
  hosts: readonly string[],
  nowMs: number = Date.now(),
): readonly ServedHost[] {
  const others = all.filter(
    ({ uuid, not_before, expires_at }) =>
      uuid !== certificate.uuid && Date.parse(not_before) <= nowMs && Date.parse(expires_at) > nowMs,
  );
  return hosts
    .toSorted((one, other) => one.localeCompare(other))
    .map((host) => ({ host, hasOther: others.some(({ sans }) => coversHost(sans, host)) }));
}
