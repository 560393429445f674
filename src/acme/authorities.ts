/** How well-known authorities are named in CAA records. Source: RFC 8659 section 4.2, the authorities' documentation. */

/** The domain that CAA records name an authority by, and what people call it. */
export type Authority = {
  readonly domain: string;
  readonly name: string;
  /** Where an account asks for higher limits. */
  readonly limitsForm?: string;
};

/** By the ending of the directory's host. */
const authorities: readonly (readonly [string, Authority])[] = [
  [
    'letsencrypt.org',
    {
      domain: 'letsencrypt.org',
      name: "Let's Encrypt",
      limitsForm: 'https://isrg.formstack.com/forms/rate_limit_adjustment_request',
    },
  ],
  ['zerossl.com', { domain: 'sectigo.com', name: 'ZeroSSL' }],
  ['sectigo.com', { domain: 'sectigo.com', name: 'Sectigo' }],
  ['pki.goog', { domain: 'pki.goog', name: 'Google Trust Services' }],
  ['ssl.com', { domain: 'ssl.com', name: 'SSL.com' }],
  ['buypass.com', { domain: 'buypass.com', name: 'Buypass' }],
  ['digicert.com', { domain: 'digicert.com', name: 'DigiCert' }],
];

/** A directory's authority; null if it is unknown, such as a company's own. */
export function authorityOf(directoryUrl: string): Authority | null {
  const { hostname } = new URL(directoryUrl);
  const found = authorities.find(([ending]) => hostname === ending || hostname.endsWith(`.${ending}`));
  return found?.[1] ?? null;
}
