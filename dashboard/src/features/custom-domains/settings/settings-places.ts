/** The cards of a domain's settings: each has its id, by which an address leads to it. */
export const settingsPlaces = [
  { id: 'dns', title: 'DNS records', words: 'cname txt proof' },
  {
    id: 'settings',
    title: 'Settings',
    words:
      'time zone web analytics tracker engagement time on page scroll depth web vitals referrer paths upstream path https hsts tls version client certificates mtls www ai crawlers robots metadata external id domain',
  },
  { id: 'error-pages', title: 'Error pages', words: 'maintenance 404 502' },
  { id: 'certificate', title: 'Certificate', words: 'tls ssl https renew' },
  { id: 'connect', title: 'Connect page', words: 'customer link invite' },
  { id: 'upstream', title: 'Upstream', words: 'server move origin' },
  { id: 'delete', title: 'Delete', words: 'remove domain' },
] as const;
