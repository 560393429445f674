/**
 * The outcomes of pages, as they are counted. A page is a proxied 200 of `text/html` to a domain with injection.
 * Source: docs/reference/injection.md ("Which are left alone").
 */

/** Found in the page itself, before the place the tag belongs to. */
export type ReasonInPage =
  /** The page has the script. */
  | 'present'
  /** A policy of the page forbids the script, or what it sends. */
  | 'csp'
  /** `<base href>` leads the script's address to another origin. */
  | 'base'
  /** Bytes of this encoding cannot be read as ASCII. */
  | 'charset'
  /** AMP pages are valid only with AMP's own scripts. */
  | 'amp'
  /** Nothing but white space and comments. */
  | 'empty'
  /** The page ends within a tag, a comment, or an element like script or title. */
  | 'unfinished';

/** Known from the request and the fields of the answer. */
export type ReasonInFields =
  /** Neither GET nor POST: no browser shows the answer as a page. */
  | 'method'
  /** Asked for by a script that puts it into a page. */
  | 'fragment'
  /** To be saved, not shown. */
  | 'download'
  /** Cache-Control of either side says so. */
  | 'no_transform'
  | 'csp'
  /** Integrity-Policy allows no script without a hash. */
  | 'integrity_policy'
  | 'charset'
  | 'empty'
  /** A Content-Encoding that is not known here, or content that is not in the one it names. */
  | 'coding';

/** Why a page was left as it is. */
export type LeaveReason = ReasonInPage | ReasonInFields;

export type PageOutcome = 'injected' | LeaveReason;
