/** Adds a rule in front of a host's rules, unless somebody else changes them at the same time. */
import { createClient } from 'nameplated/client';

export async function addRule(url: string, token: string, account: string, host: string): Promise<number> {
  const nameplate = createClient({ url, token });
  const { body, response } = await nameplate.withResponse.getHostRules({ account_uuid: account, host });
  const sale = { if: { path: '/sale' }, then: { redirect: { to: '/spring', status: 302 as const } } };
  const { rules } = await nameplate.replaceHostRules({
    account_uuid: account,
    host,
    body: { rules: [sale, ...body.rules] },
    headers: { 'if-match': response.headers.get('etag') ?? '' },
  });
  return rules.length;
}
