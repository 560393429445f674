import { describe, expect, it } from 'vitest';
import { commandsAt, matching, openDomain } from './commands.ts';

const uuid = '019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071';
const everything = { user: { has_password: true }, canWrite: true };
const at = (pathname: string, search = '') => commandsAt({ pathname, search }, everything);
const found = (pathname: string, text: string) => matching(at(pathname), text).map(({ to }) => to);

describe('commands of the palette', () => {
  it('lead to pages of the domain that is open, with the days and filters shown', () => {
    const commands = at(`/domains/${uuid}/visitors`, '?period=7d');
    expect(commands[0]).toEqual({
      group: 'This domain',
      label: 'Visitors',
      to: `/domains/${uuid}/visitors?period=7d`,
    });
    expect(new Set(commands.map(({ to }) => to)).size).toBe(commands.length);
  });

  it.each(['/domains', '/domains/new', `/redirects/${uuid}`])('know no domain on %s', (pathname) => {
    expect(openDomain(pathname)).toBeUndefined();
    expect(at(pathname).some(({ group }) => group === 'This domain')).toBe(false);
  });

  it('match by each word, in any case, of the label, of other words for it and of the group', () => {
    expect(found('/domains', 'ACCESS tok')).toEqual(['/tokens']);
    expect(found(`/domains/${uuid}/rules`, 'cname')).toEqual([`/domains/${uuid}/settings#dns`]);
    for (const text of [
      'web analytics',
      'scroll depth',
      'web vitals',
      'referrer paths',
      'ai crawlers',
      'hsts',
    ])
      expect(found(`/domains/${uuid}/rules`, text)).toContain(`/domains/${uuid}/settings#settings`);
    expect(found('/domains', '2fa')).toEqual(['/profile#second-factor']);
    expect(found('/domains', 'zzz')).toEqual([]);
    expect(found('/domains', '  ')).toHaveLength(at('/domains').length);
  });

  it('have each group in one piece, which the arrow keys go through', () => {
    const groups = at(`/domains/${uuid}/visitors`).map(({ group }) => group);
    const pieces = groups.filter((group, index) => group !== groups[index - 1]);
    expect(pieces).toEqual([...new Set(groups)]);
  });

  it("don't take the filters of a list of requests to other pages", () => {
    expect(at(`/domains/${uuid}/requests/newest`, '?f=a')[0]?.to).toBe(`/domains/${uuid}/visitors`);
  });

  it('lead to pages below the tabs: those about days keep them, lists of requests do not', () => {
    const of = (text: string) =>
      matching(at(`/domains/${uuid}/visitors`, '?period=7d'), text).map(({ to }) => to);
    expect(of('this assistants')).toEqual([`/domains/${uuid}/requests/page-loads?period=7d`]);
    expect(of('keywords')).toEqual([`/domains/${uuid}/visitors/search-terms?period=7d`]);
    expect(of('missing')).toEqual([`/domains/${uuid}/requests/not-found`]);
    expect(of('journ')).toEqual([`/domains/${uuid}/journeys?period=7d`]);
    expect(of('reten')).toEqual([`/domains/${uuid}/retention?period=7d`]);
  });

  it('have no password where an identity provider has it', () => {
    const commands = commandsAt(
      { pathname: '/domains', search: '' },
      { ...everything, user: { has_password: false } },
    );
    expect(commands.filter(({ to }) => to.includes('#')).map(({ label }) => label)).toEqual(['Sessions']);
  });

  it('leave out what the signed-in may not do', () => {
    const commands = commandsAt({ pathname: '/domains', search: '' }, { user: null, canWrite: false });
    expect(commands.map(({ to }) => to)).not.toContain('/domains/new');
    expect(commands.some(({ to }) => to.startsWith('/profile'))).toBe(false);
  });
});
