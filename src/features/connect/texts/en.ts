/** English. Source: docs/reference/connect-page.md ("Languages"). */
import type { Texts } from './text-names.ts';

export const en: Texts = {
  colon: ':',
  yourProvider: 'your provider',

  connectTitle: (host) => `Connect ${host}`,
  liveTitle: (host) => `${host} is live`,
  liveText: 'Visitors reach it over a secure connection. There is nothing left to do.',
  preparedText: (host) =>
    `Everything is ready for ${host}: you can send your visitors here now, with the records below that are not seen yet.`,
  address: 'Address',
  liveSince: 'Live since',
  dnsRecords: 'DNS records',
  ownership: 'Ownership',
  certificate: 'Certificate',
  found: 'found',
  notFound: 'not found yet',
  notChecked: 'not checked yet',
  ownershipNotFound:
    'the TXT record is not found yet. Somebody else had this domain here until recently, or has one above or below it, so it has to prove that it is yours',

  validUntil: (day) => `valid until ${day}`,
  uploadedBy: (name) => `${name} takes care of it`,
  issuedLater: 'issued automatically once the records are found',
  beingIssued: 'it is being issued, which takes a few minutes',
  dnsIsRight: 'Your DNS is right.',
  retryAt: (time) => `We try again at ${time}.`,
  retrySoon: 'We try again in a moment.',
  reasons: {
    authorityAway: 'The certificate authority could not be reached.',
    authorityBusy: 'The certificate authority issues no more certificates for this domain for now.',
    undecided: 'The certificate authority has not decided yet.',
    refusedConnection: (host) =>
      `The certificate authority could not reach ${host}, because the connection was refused.`,
    noAnswer: (host) =>
      `The certificate authority could not reach ${host}, because there was no answer in time.`,
    otherAnswer: (host) =>
      `The certificate authority got an unexpected answer from ${host}, because another server or a CDN answers there.`,
    recordsElsewhere: (host) => `For the certificate authority, the records of ${host} lead elsewhere.`,
    caa: (host) => `The CAA records of ${host} forbid the certificate.`,
    challenge: (host) => `The CNAME record of _acme-challenge.${host} is missing or leads elsewhere.`,
    operator: (name) => `This has to be fixed by ${name}.`,
    other: 'The certificate authority says:',
  },
  problems: {
    elsewhere: (host, found, wanted) => `${host} leads to ${found} instead of ${wanted}.`,
    missing: (host) => `${host} has no record yet. A new record can take up to an hour to be seen.`,
    unregistered: (domain) =>
      `The domain ${domain} does not exist: it is not registered, or has no name servers.`,
    noAddress: (host) => `${host} exists in DNS, but has no A, AAAA or CNAME record.`,
    stray: (host, type, addresses) =>
      `${host} also has ${type} records of other servers (${addresses}). Remove them.`,
    proxied: (host, provider) =>
      `The proxy of ${provider} hides the record. Switch it off for ${host} (“DNS only”).`,
    apex: (host) =>
      `${host} can’t have a CNAME record. Set A and AAAA records, or an ALIAS record if your provider has them.`,
    doubled: (name, label) =>
      `The record was created as ${name}, because the provider adds the domain. Enter ${label} as its name.`,
    endDot: (value) =>
      `The provider has added the domain to the value. Enter it with a dot at its end: ${value}`,
    caa: (name, record) => `The CAA records of ${name} forbid the certificate. Add this record: ${record}`,
    challenge: (name, value) => `For the certificate, ${name} needs a CNAME record with the value ${value}.`,
    circle: (host) => `The CNAME records of ${host} lead in a circle.`,
    notPublic: (address) => `${address} can’t be reached from the internet.`,
    wildcard: (host, wildcard) =>
      `The record ${wildcard} answers for ${host}. A record for ${host} itself takes precedence.`,
    caaUnusable: (name) =>
      `The CAA records of ${name} can’t be used, so no certificate is issued. Have them fixed at your DNS provider.`,
    unanswered: (name) => `${name} could not be looked up. We check it again.`,
  },

  unknownRecords: (name) => `The records are not known yet. Please ask ${name}.`,
  setRecords: 'Set these records at your DNS provider',
  setUpAt: (provider) => `Set up automatically at ${provider}`,
  orYourself: 'Or set these records yourself:',
  lookingForRecords:
    'We are looking for the new records. They can take a few minutes to become visible; this page updates by itself.',
  setUpNotDone:
    'The setup at your DNS provider was not completed. Try again, or set the records below yourself.',
  providerIs: (provider) => `Your domain is at ${provider}:`,
  findProvider: 'Your DNS provider is where you bought the domain, or where its name servers are.',
  dnsOnly: 'Turn the orange cloud off (“DNS only”) for the new record.',
  type: 'Type',
  recordName: 'Name',
  value: 'Value',
  state: 'State',
  seen: 'found',
  notSeen: 'not seen',
  copy: 'Copy',
  copied: 'Copied',
  copyText: (text) => `Copy ${text}`,
  checkNow: 'Check now',
  lastChecked: (time) => `Last checked: ${time}.`,
  takesAnHour: 'New records can take up to an hour to be seen everywhere.',
  forYouAlone: (time) => `This page is for you alone: anyone who has its address can see it, until ${time}.`,
  closedTitle: 'This link is not valid',
  closedText: 'It has expired or was withdrawn. Ask for a new one where you got it.',

  statisticsTitle: (host) => `Statistics of ${host}`,
  byDay: 'Visitors by day',
  chart: (most, day) => `Visitors by day, at most ${most} on ${day}`,
  atMost: (most) => `at most ${most} a day`,
  daysOf: (zone) => `Days are in the time zone ${zone}.`,
  notCounted: 'Visitors are not counted.',

  mailSubject: (name, host) => `${name}: connect ${host}`,
  mailIntro: (name, host) => `Add these DNS records at your DNS provider to connect ${host} to ${name}:`,
  mailPage: 'This page says where to click, checks the records, and says when everything is done:',
  mailUntil: (time) => `The page works until ${time}. Anyone who has its address can see it.`,
  mailStranger: (name) =>
    `If you don’t know ${name}, or ${name} has nothing to do with your domain, ignore this e-mail.`,
  reminderSubject: (name, host) => `${name}: ${host} is not connected yet`,
  reminderIntro: (name, host) =>
    `${host} is not connected to ${name} yet. Add these DNS records at your DNS provider:`,
  reminderWhy: (name, host) => `You get this reminder because ${name} set up ${host} for you.`,
  unsubscribe: 'No more reminders',
  unsubscribeQuestion: 'Do you no longer want reminders?',
  unsubscribed: 'You won’t get any more reminders.',
};
