/** What the endpoint says of a name. Source: docs/reference/ask.md ("Answers"). */
import { parseUuid } from '../../core/ids.ts';

export type AskAnswer =
  | { readonly kind: 'domain'; readonly upstreamUuid: string | undefined; readonly externalId: unknown }
  | { readonly kind: 'redirect'; readonly destinationUrl: string }
  | { readonly kind: 'no' }
  /** Neither yes nor no; why, for the log. */
  | { readonly kind: 'undecided'; readonly problem: string };

/** A body that isn't a JSON object says no more than its status, as `OK` does. */
export function readAnswer(status: number, text: string): AskAnswer {
  if (status >= 400 && status < 500) return { kind: 'no' };
  if (status !== 200) return undecided(`its status is ${status}`);
  const { upstream_uuid: upstream, external_id: externalId, redirect } = membersOf(text);
  if (redirect !== undefined && redirect !== null) {
    const { destination_url: destinationUrl } = asMembers(redirect);
    return typeof destinationUrl === 'string'
      ? { kind: 'redirect', destinationUrl }
      : undecided('its redirect has no destination_url');
  }
  if (upstream === undefined || upstream === null)
    return { kind: 'domain', upstreamUuid: undefined, externalId };
  const upstreamUuid = typeof upstream === 'string' ? parseUuid(upstream) : undefined;
  return upstreamUuid === undefined
    ? undecided('its upstream_uuid is not a UUID')
    : { kind: 'domain', upstreamUuid, externalId };
}

export function undecided(problem: string): AskAnswer {
  return { kind: 'undecided', problem };
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return asMembers(JSON.parse(text));
  } catch {
    return {};
  }
}

function asMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
