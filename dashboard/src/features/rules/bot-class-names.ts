/** What the classes of bots are called. */
export const botClassNames: Readonly<Record<string, string>> = {
  ai: 'AI crawlers',
  search: 'search engines',
  social: 'social previews',
  monitor: 'monitors',
  other: 'other bots',
};
