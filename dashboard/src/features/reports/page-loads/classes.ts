/** The five classes of page loads, in the order in which they are shown. Source: docs/reference/page-loads.md ("Classes"). */
export const classes = [
  {
    metric: 'people',
    name: 'People',
    meaning:
      'A browser of the visitor reported a view within a minute. Robots that run a browser and hide it count here, too.',
  },
  {
    metric: 'verified_crawlers',
    name: 'Verified crawlers',
    meaning:
      'Crawlers that are who they say they are. Their addresses or host names are their operators’, or they signed the request.',
  },
  {
    metric: 'claimed_crawlers',
    name: 'Claimed crawlers',
    meaning: 'Only the user agent names a crawler. Anyone can send such a name.',
  },
  {
    metric: 'not_measured',
    name: 'Not measured',
    meaning:
      'No view could be reported: the visitor asked not to be tracked, or the page has no tracker. People and machines are both in it.',
  },
  {
    metric: 'unexplained',
    name: 'Unexplained',
    meaning:
      'A view could have been reported, and none was. These are not just bots: people who block trackers are in it.',
  },
] as const;

/** All page loads, then each class. */
export const loadMetrics = ['page_loads', ...classes.map(({ metric }) => metric)] as const;
