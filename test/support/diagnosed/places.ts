/** The addresses of the world in which hosts are diagnosed: public ones, on the loopback interface of a network of its own. */

export const places = {
  edge: '93.184.216.34',
  /** The edge's second address, which a firewall cuts off. */
  cutOff: '93.184.216.35',
  otherServer: '93.184.216.50',
  /** Leads to the edge. */
  cdn: '93.184.216.51',
  /** Leads to the edge, but keeps answers of 404. */
  cachingCdn: '104.16.0.52',
  /** Redirects all of port 80 to a portal. */
  captive: '104.16.0.53',
  closed: '93.184.216.54',
  /** Addresses of the edge's with one port closed. */
  without443: '93.184.216.55',
  without80: '93.184.216.56',
  redirectingCdn: '93.184.216.57',
  silent: '104.16.0.58',
  /** CDNs that show the wrong certificate. */
  expiredCdn: '104.16.0.80',
  otherNameCdn: '104.16.0.81',
  untrustedCdn: '104.16.0.82',
  ns1: '93.184.216.60',
  ns2: '93.184.216.61',
  upstream: '93.184.216.70',
  upstream5xx: '93.184.216.71',
  upstreamSilent: '93.184.216.72',
  upstreamLoop: '93.184.216.73',
  upstreamReset: '93.184.216.74',
  upstreamTlsOther: '93.184.216.75',
  upstreamTlsExpired: '93.184.216.76',
} as const;

export const edge6 = '2606:2800:220:1::34';
export const other6 = '2606:2800:220:1::50';
export const edgeName = 'edge.nameplate-edge.com';
