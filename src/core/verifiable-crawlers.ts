/** Crawlers whose addresses come with the program. Source: docs/reference/bots.md ("Ranges"). */
export const verifiableCrawlers: readonly string[] = [
  'Googlebot',
  'Googlebot-Image',
  'Googlebot-Mobile',
  'Googlebot-News',
  'Googlebot-Video',
  'GoogleOther',
  'Google-CloudVertexBot',
  'Google-InspectionTool',
  'Storebot-Google',
  'Bingbot',
  'Applebot',
  'GPTBot',
];
