/** What every peer is started with. */

export type PeerOptions = {
  readonly name: string;
  /** Path of the program. */
  readonly command: string;
  /** For its configuration, its log and what else it keeps. */
  readonly dir: string;
  readonly port: number;
  /** Path of the access log; null = none is written. */
  readonly accessLog: string | null;
  /** Requests are passed on to this port; without it they are answered with a redirect. */
  readonly originPort?: number;
  /** Speaks TLS with this certificate, paths of PEM files; without it clear text. */
  readonly tls?: { readonly certificate: string; readonly privateKey: string };
};
