import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceCategories } from '../lookup/source-table.ts';
import { channelRules, lastChannel } from './channel.ts';

const page = readFileSync(new URL('../../../docs/reference/enrichment.md', import.meta.url), 'utf8');
const block = (name: string): string =>
  new RegExp(`<!-- ${name} -->\n([^]*)\n<!-- /${name} -->`).exec(page)?.[1] ?? '';

describe('the documentation', () => {
  it('has the rules of channels, in their order', () => {
    const rules = channelRules.map(({ channel, cases }) => {
      const said = cases.map(({ category, hasSource, medium, campaign, utmSource }) =>
        [
          ...(medium === undefined ? [] : [`\`utm_medium\` matches \`${medium}\``]),
          ...(campaign === undefined ? [] : [`\`utm_campaign\` matches \`${campaign}\``]),
          ...(utmSource === undefined
            ? []
            : [utmSource === '.' ? 'there is a `utm_source`' : `\`utm_source\` matches \`${utmSource}\``]),
          ...(category === undefined ? [] : [`the category is ${category}`]),
          ...(hasSource === undefined ? [] : ['the source is not `Direct`']),
        ].join(' and '),
      );
      return `1. **${channel}**: ${said.join(', or ')}.`;
    });
    expect(block('channels')).toBe([...rules, `1. **${lastChannel}**: all others.`].join('\n'));
  });

  it('has the sources of each category', () => {
    const categories = [...new Set(sourceCategories.values())]
      .filter((category) => category !== 'other')
      .toSorted();
    const lines = categories.map((category) => {
      const names = [...sourceCategories].flatMap(([name, of]) => (of === category ? [name] : []));
      return `- ${category}: ${names.toSorted((a, b) => a.localeCompare(b, 'en')).join(' · ')}`;
    });
    expect(block('categories')).toBe(lines.join('\n'));
  });
});
