import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHostname } from '../../core/hostname.ts';
import { campaignSource, referralOf, referrerWith, sourceOf } from './source.ts';
import { androidApps, searchLabels, sourceRows } from './source-table.ts';

describe('sourceOf', () => {
  it.each([
    ['', 'Direct'],
    ['https://www.google.com/', 'Google'],
    ['https://google.com', 'Google'],
    ['https://www.google.de/url?q=x', 'Google'],
    ['https://www.google.co.uk/', 'Google'],
    ['https://www.google.com.br/', 'Google'],
    ['https://images.google.fr/', 'Google'],
    ['https://news.google.com/', 'Google News'],
    ['https://docs.google.com/document/d/1', 'Google Docs'],
    ['https://mail.google.com/', 'Gmail'],
    ['https://gemini.google.com/', 'Gemini'],
    ['https://whatever.google.com/', 'whatever.google.com'],
    ['https://google.example.com/', 'google.example.com'],
    ['https://google.shop/', 'google.shop'],
    ['https://notgoogle.com/', 'notgoogle.com'],
    ['https://www.bing.com/search?q=x', 'Bing'],
    ['https://cn.bing.com/', 'Bing'],
    ['https://search.yahoo.com/', 'Yahoo'],
    ['https://de.search.yahoo.com/', 'Yahoo'],
    ['https://search.yahoo.co.jp/', 'Yahoo! JAPAN'],
    ['https://mail.yahoo.com/', 'Yahoo Mail'],
    ['https://groups.yahoo.com/', 'groups.yahoo.com'],
    ['https://yandex.ru/', 'Yandex'],
    ['https://yandex.com.tr/', 'Yandex'],
    ['https://duck.ai/', 'Duck.ai'],
    ['https://ya.ru/', 'Yandex'],
    ['https://m365.cloud.microsoft/', 'Copilot'],
    ['https://copilot.com/', 'Copilot'],
    ['https://chat.z.ai/', 'Z.ai'],
    ['https://chatglm.cn/', 'ChatGLM'],
    ['https://yuanbao.tencent.com/', 'Yuanbao'],
    ['https://www.qianwen.com/', 'Qwen'],
    ['https://yiyan.baidu.com/', 'ERNIE'],
    ['https://lumo.proton.me/', 'Lumo'],
    ['https://gemini.google/', 'Gemini'],
    ['https://search.app/abc', 'Google Share'],
    ['https://share.google/abc', 'Google Share'],
    ['https://lens.google/', 'Google Lens'],
    ['https://t.umblr.com/redirect?z=x', 'Tumblr'],
    ['https://href.li/?https://example.com', 'Tumblr'],
    ['https://www.last.fm/', 'Last.fm'],
    ['https://uk.yahoo.com/', 'Yahoo'],
    ['https://espanol.yahoo.com/', 'Yahoo'],
    ['https://uk.images.search.yahoo.com/', 'Yahoo'],
    ['https://uk.news.yahoo.com/', 'Yahoo News'],
    ['https://es.noticias.yahoo.com/', 'Yahoo News'],
    ['https://de.nachrichten.yahoo.com/', 'Yahoo News'],
    ['https://br.financas.yahoo.com/', 'Yahoo Finance'],
    ['https://fr.mail.yahoo.com/', 'Yahoo Mail'],
    ['https://sports.yahoo.com/', 'sports.yahoo.com'],
    ['https://news.google.de/', 'Google News'],
    ['https://news.google.co.uk/', 'Google News'],
    ['https://scholar.google.de/', 'Google Scholar'],
    ['https://scholar.google.com.br/', 'Google Scholar'],
    ['https://maps.google.fr/', 'Google Maps'],
    ['https://mail.yandex.by/', 'Yandex Mail'],
    ['https://images.yandex.kz/', 'Yandex'],
    ['https://search.aol.co.uk/', 'AOL'],
    ['https://mail.aol.co.uk/', 'AOL Mail'],
    ['https://whatever.google.de/', 'whatever.google.de'],
    ['https://news.google.shop/', 'news.google.shop'],
    ['https://scholar.google.example.com/', 'scholar.google.example.com'],
    ['https://news.amazon.de/', 'news.amazon.de'],
    ['https://social.vivaldi.net/@someone', 'Mastodon'],
    ['https://vivaldi.net/', 'vivaldi.net'],
    ['https://social.tchncs.de/', 'Mastodon'],
    ['https://discuss.tchncs.de/', 'Lemmy'],
    ['https://mastodon.example/', 'mastodon.example'],
    ['https://duckduckgo.com/', 'DuckDuckGo'],
    ['https://t.co/abc', 'X'],
    ['https://x.com/', 'X'],
    ['https://netflix.com/', 'netflix.com'],
    ['https://l.facebook.com/l.php?u=x', 'Facebook'],
    ['https://lm.facebook.com/', 'Facebook'],
    ['http://m.facebook.com', 'Facebook'],
    ['https://www.youtube.com/', 'YouTube'],
    ['https://out.reddit.com/', 'Reddit'],
    ['https://old.reddit.com/r/x', 'Reddit'],
    ['https://de.pinterest.com/', 'Pinterest'],
    ['https://www.pinterest.co.uk/', 'Pinterest'],
    ['https://chatgpt.com/', 'ChatGPT'],
    ['https://chat.openai.com/', 'ChatGPT'],
    ['https://www.perplexity.ai/', 'Perplexity'],
    ['https://claude.ai/', 'Claude'],
    ['https://copilot.microsoft.com/', 'Copilot'],
    ['https://microsoft.com/', 'microsoft.com'],
    ['https://news.ycombinator.com/item?id=1', 'Hacker News'],
    ['https://ycombinator.com/', 'ycombinator.com'],
    ['https://de.wikipedia.org/wiki/X', 'Wikipedia'],
    ['https://eu1.safelinks.protection.outlook.com/?url=x', 'Outlook'],
    ['https://someone.substack.com/p/1', 'Substack'],
    ['android-app://com.google.android.gm/', 'Gmail'],
    ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'Google'],
    ['android-app://com.slack', 'Slack'],
    ['ANDROID-APP://COM.WHATSAPP/', 'WhatsApp'],
    ['android-app://m.facebook.com/', 'Facebook'],
    ['android-app://www.google.com/', 'Google'],
    ['android-app://www.google.de/', 'Google'],
    ['android-app://news.google.com/', 'Google News'],
    ['android-app://www.linkedin.com/feed', 'LinkedIn'],
    ['android-app://out.reddit.com', 'Reddit'],
    ['android-app://www.some-blog.example.org/', 'some-blog.example.org'],
    ['android-app://shop.example.com/', 'Direct'],
    ['android-app://com.tumblr/', 'Tumblr'],
    ['android-app://com.facebook.mlite/', 'Facebook'],
    ['android-app://com.google.android.apps.photos/', 'com.google.android.apps.photos'],
    ['android-app://org.example.reader/', 'org.example.reader'],
    ['https://teams.cloud.microsoft/', 'Microsoft Teams'],
    ['https://v0.app/chat', 'v0'],
    ['https://v0.dev/', 'v0'],
    ['https://cursor.com/', 'Cursor'],
    ['https://lovable.dev/', 'Lovable'],
    ['https://bolt.new/', 'Bolt'],
    ['https://openrouter.ai/', 'OpenRouter'],
    ['https://console.groq.com/', 'Groq'],
    ['https://venice.ai/', 'Venice'],
    ['https://jan.ai/', 'Jan'],
    ['https://www.researchgate.net/', 'ResearchGate'],
    ['https://someone.academia.edu/', 'Academia.edu'],
    ['https://www.semanticscholar.org/', 'Semantic Scholar'],
    ['https://elicit.com/', 'Elicit'],
    ['https://buymeacoffee.com/', 'Buy Me a Coffee'],
    ['https://quillbot.com/', 'QuillBot'],
    ['https://app.grammarly.com/', 'Grammarly'],
    ['https://read.readwise.io/', 'Readwise'],
    ['android-app://', 'Direct'],
    ['https://www.Blog.Example.org:8443/x?y#z', 'blog.example.org'],
    ['https://user:pass@blog.example.org/', 'blog.example.org'],
    ['https://blog.example.org./', 'blog.example.org'],
    ['https://münchen.example/', 'xn--mnchen-3ya.example'],
    ['http://192.0.2.7/', '192.0.2.7'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['http://localhost:3000/', 'localhost'],
    ['https://www.de/', 'de'],
    ['reddit.com', 'Reddit'],
    ['blog.example.org', 'blog.example.org'],
    ['javascript:alert(1)', 'Direct'],
    ['data:text/html,x', 'Direct'],
    ['about:blank', 'Direct'],
    ['file:///etc/passwd', 'Direct'],
    ['not a url', 'Direct'],
    ['https://', 'Direct'],
    [`https://example.org/${'x'.repeat(65_536)}`, 'Direct'],
    ['https://constructor.example/', 'constructor.example'],
    ['android-app://constructor.prototype/', 'constructor.prototype'],
  ])('names %j %s', (referrer, expected) => {
    expect(sourceOf(referrer, 'shop.example.com')).toBe(expected);
    expect(sourceOf(referrer, 'shop.example.com')).toBe(expected);
  });

  it.each([
    ['https://shop.example.com/a', 'shop.example.com'],
    ['https://www.shop.example.com/a', 'shop.example.com'],
    ['https://shop.example.com/a', 'www.shop.example.com'],
    ['https://SHOP.example.com/a', 'Shop.Example.com'],
    ['https://www.google.com/', 'google.com'],
  ])('takes no visit of %s to %s for one from outside', (referrer, ownHost) => {
    expect(sourceOf(referrer, ownHost)).toBe('Direct');
  });

  it('counts another host of the same site', () => {
    expect(sourceOf('https://blog.example.com/', 'shop.example.com')).toBe('blog.example.com');
  });

  it('answers any text with a short name', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.string({ unit: 'binary' }).map((text) => `https://${text}`),
      fc.string({ unit: 'binary' }).map((text) => `android-app://${text}`),
    );
    fc.assert(
      fc.property(texts, fc.string(), (referrer, ownHost) => {
        const name = sourceOf(referrer, ownHost);
        expect(name.length > 0 && name.length <= 253).toBe(true);
      }),
    );
  });
});

describe('referrerWith', () => {
  it.each([
    ['https://www.google.com', '/search', 'google.com/search'],
    ['https://l.facebook.com', '', 'l.facebook.com'],
    ['https://blog.example.org:8443', '/', 'blog.example.org'],
    ['HTTPS://WWW.Blog.Example.ORG.', '/A', 'blog.example.org/A'],
    ['https://user:pass@blog.example.org', '/a', 'blog.example.org/a'],
    ['https://münchen.example', '/ä ö', 'xn--mnchen-3ya.example/%C3%A4%20%C3%B6'],
    ['https://blog.example.org', '/%C3%A4%zz"<', 'blog.example.org/%C3%A4%zz"<'],
    ['https://blog.example.org', '/\ud800\n', 'blog.example.org/%EF%BF%BD%0A'],
    ['http://[2001:db8::1]', '/a', '[2001:db8::1]/a'],
    ['android-app://com.google.android.gm', '', 'com.google.android.gm'],
    ['android-app://COM.WHATSAPP', '', 'com.whatsapp'],
    ['android-app://m.facebook.com', '/a', 'm.facebook.com/a'],
    ['android-app://shop.example.com', '/a', 'Direct'],
    ['https://www.SHOP.example.com', '/a', 'Direct'],
    ['https://blog.example.com', '/a', 'blog.example.com/a'],
    ['', '/a', 'Direct'],
    ['about:blank', '/a', 'Direct'],
    ['https://', '/a', 'Direct'],
    ['https://a b', '/a', 'Direct'],
  ])('makes of %j and %j %j', (referrer, path, expected) => {
    expect(referrerWith(referralOf(referrer, 'Shop.example.com'), path)).toBe(expected);
    expect(referrerWith(referralOf(referrer, 'www.shop.example.com'), path)).toBe(expected);
  });

  it('has at most 500 characters, no percent-encoding cut through', () => {
    const referral = referralOf('https://a.example', 'b.example');
    expect(referrerWith(referral, `/${'x'.repeat(8_192)}`)).toBe(`a.example/${'x'.repeat(490)}`);
    expect(referrerWith(referral, `/${'x'.repeat(489)}é`)).toBe(`a.example/${'x'.repeat(489)}`);
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 200 }), (host, part, times) => {
        const stored = referrerWith(referralOf(`https://${host}`, 'b.example'), `/${part.repeat(times)}`);
        expect(stored).toMatch(/^[\x21-\x7e]{1,500}$/);
      }),
    );
  });
});

describe('campaignSource', () => {
  it.each([
    ['google', 'Google'],
    ['YAHOO', 'Yahoo'],
    ['ebay', 'eBay'],
    ['m.facebook.com', 'Facebook'],
    ['blog.example.org', 'blog.example.org'],
    ['Spring+letter', 'Spring letter'],
    ['', ''],
  ])('reads %j as %j', (value, expected) => {
    expect(campaignSource(value)).toBe(expected);
  });
});

describe('the table', () => {
  const hosts = sourceRows.flatMap(([, , ...list]) => list);
  const names = sourceRows.map(([name]) => name);

  it('has at least 150 sources', () => {
    const all = new Set([...names, ...Object.values(searchLabels).map(({ name }) => name)]);
    expect(all.size).toBeGreaterThanOrEqual(150);
  });

  it('has each name once, and each host once', () => {
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    expect(hosts.toSorted()).toEqual([...new Set(hosts)].toSorted());
    for (const [name, , ...list] of sourceRows) expect(list.length, name).toBeGreaterThan(0);
  });

  it('has host names as browsers send them', () => {
    for (const host of hosts) expect(parseHostname(host)).toEqual({ ok: true, host });
    expect(hosts.filter((host) => host.startsWith('www.'))).toEqual([]);
  });

  it('gives each host its own name', () => {
    for (const [name, , ...list] of sourceRows) {
      for (const host of list) {
        expect(sourceOf(`https://${host}/`, 'example.com')).toBe(name);
        expect(sourceOf(`https://www.${host}/`, 'example.com')).toBe(name);
      }
    }
  });

  it('has names without outer spaces, told apart by more than capitals', () => {
    for (const name of names) expect(name).toBe(name.trim());
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  it('knows apps by names that hosts have too', () => {
    const known = new Set([...names, ...Object.values(searchLabels).map(({ name }) => name)]);
    for (const [id, name] of Object.entries(androidApps)) {
      expect(id).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)+$/);
      expect(known, id).toContain(name);
    }
  });

  it('has one category for a source that is in two tables', () => {
    for (const { name, category } of Object.values(searchLabels))
      expect(sourceRows.find(([one]) => one === name)?.[1] ?? category, name).toBe(category);
  });

  it('stands in the documentation', () => {
    const page = readFileSync(new URL('../../../docs/reference/enrichment.md', import.meta.url), 'utf8');
    const [, list = ''] = /<!-- sources -->\n([^<]*)\n<!-- \/sources -->/.exec(page) ?? [];
    const all = [...new Set([...names, ...Object.values(searchLabels).map(({ name }) => name)])];
    expect(list.replaceAll('\n', ' ').split(' · ')).toEqual(all.toSorted((a, b) => a.localeCompare(b, 'en')));
  });
});
