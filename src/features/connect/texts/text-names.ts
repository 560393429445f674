/** The texts that each language has. Source: docs/reference/connect-page.md ("Languages"). */

/** `name` is the account's brand; `host` the domain. */
export type Texts = {
  /** After a name and before what it is. */
  readonly colon: string;
  /** In place of a brand's name. */
  readonly yourProvider: string;

  readonly connectTitle: (host: string) => string;
  readonly liveTitle: (host: string) => string;
  readonly liveText: string;
  /** Everything is there but the records. */
  readonly preparedText: (host: string) => string;
  readonly address: string;
  readonly liveSince: string;
  readonly dnsRecords: string;
  readonly ownership: string;
  readonly certificate: string;
  readonly found: string;
  readonly notFound: string;
  readonly notChecked: string;
  readonly ownershipNotFound: string;

  readonly validUntil: (day: string) => string;
  readonly uploadedBy: (name: string) => string;
  readonly issuedLater: string;
  readonly beingIssued: string;
  readonly dnsIsRight: string;
  readonly retryAt: (time: string) => string;
  readonly retrySoon: string;
  /** Why there is no certificate. */
  readonly reasons: {
    readonly authorityAway: string;
    readonly authorityBusy: string;
    readonly undecided: string;
    readonly refusedConnection: (host: string) => string;
    readonly noAnswer: (host: string) => string;
    readonly otherAnswer: (host: string) => string;
    readonly recordsElsewhere: (host: string) => string;
    readonly caa: (host: string) => string;
    readonly challenge: (host: string) => string;
    readonly operator: (name: string) => string;
    /** What the authority says follows. */
    readonly other: string;
  };
  /** What is wrong with DNS records. */
  readonly problems: {
    readonly elsewhere: (host: string, found: string, wanted: string) => string;
    readonly missing: (host: string) => string;
    readonly unregistered: (domain: string) => string;
    readonly noAddress: (host: string) => string;
    readonly stray: (host: string, type: string, addresses: string) => string;
    readonly proxied: (host: string, provider: string) => string;
    readonly apex: (host: string) => string;
    readonly doubled: (name: string, label: string) => string;
    readonly endDot: (value: string) => string;
    readonly caa: (name: string, record: string) => string;
    readonly challenge: (name: string, value: string) => string;
    readonly circle: (host: string) => string;
    readonly notPublic: (address: string) => string;
    readonly wildcard: (host: string, wildcard: string) => string;
    readonly caaUnusable: (name: string) => string;
    readonly unanswered: (name: string) => string;
  };

  readonly unknownRecords: (name: string) => string;
  readonly setRecords: string;
  /** What the button does: the provider sets the records itself. */
  readonly setUpAt: (provider: string) => string;
  /** Between the button and the records. */
  readonly orYourself: string;
  /** After the provider has led back to the page. */
  readonly lookingForRecords: string;
  /** After it has led back with an error, or the customer has cancelled. */
  readonly setUpNotDone: string;
  readonly providerIs: (provider: string) => string;
  readonly findProvider: string;
  readonly dnsOnly: string;
  readonly type: string;
  readonly recordName: string;
  readonly value: string;
  readonly state: string;
  readonly seen: string;
  readonly notSeen: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyText: (text: string) => string;
  readonly checkNow: string;
  readonly lastChecked: (time: string) => string;
  readonly takesAnHour: string;
  readonly forYouAlone: (time: string) => string;
  readonly closedTitle: string;
  readonly closedText: string;

  readonly statisticsTitle: (host: string) => string;
  readonly byDay: string;
  readonly chart: (most: string, day: string) => string;
  readonly atMost: (most: string) => string;
  readonly daysOf: (zone: string) => string;
  readonly notCounted: string;

  readonly mailSubject: (name: string, host: string) => string;
  readonly mailIntro: (name: string, host: string) => string;
  readonly mailPage: string;
  readonly mailUntil: (time: string) => string;
  readonly mailStranger: (name: string) => string;
  readonly reminderSubject: (name: string, host: string) => string;
  readonly reminderIntro: (name: string, host: string) => string;
  readonly reminderWhy: (name: string, host: string) => string;
  readonly unsubscribe: string;
  readonly unsubscribeQuestion: string;
  readonly unsubscribed: string;
};
