/** Makes a redirect, and lists all of them. */
import { createClient, NameplateError } from 'nameplated/client';

export async function shorten(url: string, token: string, account: string): Promise<string[]> {
  const nameplate = createClient({ url, token });
  try {
    await nameplate.createRedirect({
      account_uuid: account,
      body: { source_host: 'go.example.com', destination_url: 'https://www.example.com/spring' },
    });
  } catch (error) {
    // Somebody made it before.
    if (!(error instanceof NameplateError) || error.code !== 'source_host_taken') throw error;
  }
  const hosts: string[] = [];
  for await (const redirect of nameplate.each.listRedirects({ account_uuid: account, sort: 'source_host' }))
    hosts.push(redirect.source_host);
  return hosts;
}
