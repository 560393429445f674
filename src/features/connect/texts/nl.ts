/** Dutch. Source: docs/reference/connect-page.md ("Languages"). */
import type { Texts } from './text-names.ts';

export const nl: Texts = {
  colon: ':',
  yourProvider: 'uw aanbieder',

  connectTitle: (host) => `${host} koppelen`,
  liveTitle: (host) => `${host} is online`,
  liveText: 'Bezoekers bereiken het domein via een beveiligde verbinding. U hoeft niets meer te doen.',
  preparedText: (host) =>
    `Voor ${host} staat alles klaar: u kunt uw bezoekers nu hierheen leiden, met de records hieronder die nog niet gevonden zijn.`,
  address: 'Adres',
  liveSince: 'Online sinds',
  dnsRecords: 'DNS-records',
  ownership: 'Eigendom',
  certificate: 'Certificaat',
  found: 'gevonden',
  notFound: 'nog niet gevonden',
  notChecked: 'nog niet gecontroleerd',
  ownershipNotFound:
    'het TXT-record is nog niet gevonden. Dit domein, of een domein erboven of eronder, was hier tot voor kort van iemand anders; het record bewijst dat het van u is',

  validUntil: (day) => `geldig tot ${day}`,
  uploadedBy: (name) => `wordt geregeld door ${name}`,
  issuedLater: 'wordt automatisch uitgegeven zodra de records gevonden zijn',
  beingIssued: 'wordt nu uitgegeven; dat duurt enkele minuten',
  dnsIsRight: 'Uw DNS-records zijn juist.',
  retryAt: (time) => `Volgende poging: ${time}.`,
  retrySoon: 'We proberen het zo opnieuw.',
  reasons: {
    authorityAway: 'De certificaatautoriteit was niet bereikbaar.',
    authorityBusy: 'De certificaatautoriteit geeft voorlopig geen certificaten meer uit voor dit domein.',
    undecided: 'De certificaatautoriteit heeft nog niet beslist.',
    refusedConnection: (host) =>
      `De certificaatautoriteit kon ${host} niet bereiken, omdat de verbinding werd geweigerd.`,
    noAnswer: (host) =>
      `De certificaatautoriteit kon ${host} niet bereiken, omdat er niet op tijd antwoord kwam.`,
    otherAnswer: (host) =>
      `De certificaatautoriteit kreeg een onverwacht antwoord van ${host}, omdat daar een andere server of een CDN antwoordt.`,
    recordsElsewhere: (host) =>
      `Volgens de certificaatautoriteit verwijzen de records van ${host} naar een andere server.`,
    caa: (host) => `De CAA-records van ${host} verbieden het certificaat.`,
    challenge: (host) =>
      `Het CNAME-record van _acme-challenge.${host} ontbreekt of verwijst ergens anders heen.`,
    operator: (name) => `Dit moet worden verholpen door ${name}.`,
    other: 'De certificaatautoriteit meldt:',
  },
  problems: {
    elsewhere: (host, found, wanted) => `${host} verwijst naar ${found} in plaats van naar ${wanted}.`,
    missing: (host) =>
      `${host} heeft nog geen record. Het kan tot een uur duren voordat een nieuw record zichtbaar is.`,
    unregistered: (domain) =>
      `Het domein ${domain} bestaat niet: het is niet geregistreerd of heeft geen naamservers.`,
    noAddress: (host) => `${host} bestaat in DNS, maar heeft geen A-, AAAA- of CNAME-record.`,
    stray: (host, type, addresses) =>
      `${host} heeft ook ${type}-records van andere servers (${addresses}). Verwijder deze.`,
    proxied: (host, provider) =>
      `De proxy van ${provider} verbergt het record. Schakel hem uit voor ${host} (‘DNS only’).`,
    apex: (host) =>
      `${host} kan geen CNAME-record hebben. Maak A- en AAAA-records aan, of een ALIAS-record als uw provider dat kent.`,
    doubled: (name, label) =>
      `Het record is aangemaakt als ${name}, omdat de provider het domein toevoegt. Voer ${label} in als naam.`,
    endDot: (value) =>
      `De provider heeft het domein aan de waarde toegevoegd. Voer deze in met een punt aan het eind: ${value}`,
    caa: (name, record) =>
      `De CAA-records van ${name} verbieden het certificaat. Voeg dit record toe: ${record}`,
    challenge: (name, value) =>
      `Voor het certificaat heeft ${name} een CNAME-record nodig met de waarde ${value}.`,
    circle: (host) => `De CNAME-records van ${host} verwijzen in een kring naar elkaar.`,
    notPublic: (address) => `${address} is niet bereikbaar vanaf internet.`,
    wildcard: (host, wildcard) =>
      `Voor ${host} antwoordt het record ${wildcard}. Een eigen record voor ${host} heeft voorrang.`,
    caaUnusable: (name) =>
      `De CAA-records van ${name} zijn onbruikbaar, zodat er geen certificaat wordt uitgegeven. Laat ze corrigeren bij uw DNS-provider.`,
    unanswered: (name) => `${name} kon niet worden opgezocht. We controleren het opnieuw.`,
  },

  unknownRecords: (name) => `De records zijn nog niet bekend. Vraag het aan ${name}.`,
  setRecords: 'Maak deze records aan bij uw DNS-provider',
  setUpAt: (provider) => `Automatisch instellen bij ${provider}`,
  orYourself: 'Of maak deze records zelf aan:',
  lookingForRecords:
    'We zoeken nu naar de nieuwe records. Het kan enkele minuten duren voordat ze zichtbaar zijn; deze pagina werkt zichzelf bij.',
  setUpNotDone:
    'De instelling bij uw DNS-provider is niet voltooid. Probeer het opnieuw, of maak de records hieronder zelf aan.',
  providerIs: (provider) => `Uw domein staat bij ${provider}:`,
  findProvider: 'Uw DNS-provider is waar u het domein hebt gekocht, of waar de naamservers staan.',
  dnsOnly: 'Schakel de oranje wolk uit (‘DNS only’) voor het nieuwe record.',
  type: 'Type',
  recordName: 'Naam',
  value: 'Waarde',
  state: 'Status',
  seen: 'gevonden',
  notSeen: 'niet gevonden',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  copyText: (text) => `${text} kopiëren`,
  checkNow: 'Nu controleren',
  lastChecked: (time) => `Laatst gecontroleerd: ${time}.`,
  takesAnHour: 'Het kan tot een uur duren voordat nieuwe records overal zichtbaar zijn.',
  forYouAlone: (time) =>
    `Deze pagina is alleen voor u: iedereen die het adres heeft, kan haar zien, tot ${time}.`,
  closedTitle: 'Deze link is niet geldig',
  closedText: 'De link is verlopen of ingetrokken. Vraag een nieuwe aan bij degene van wie u hem kreeg.',

  statisticsTitle: (host) => `Statistieken van ${host}`,
  byDay: 'Bezoekers per dag',
  chart: (most, day) => `Bezoekers per dag, hoogstens ${most} op ${day}`,
  atMost: (most) => `hoogstens ${most} per dag`,
  daysOf: (zone) => `Dagen van de tijdzone ${zone}.`,
  notCounted: 'Bezoekers worden niet geteld.',

  mailSubject: (name, host) => `${name}: koppel ${host}`,
  mailIntro: (name, host) => `Voeg deze records toe bij uw DNS-provider om ${host} aan ${name} te koppelen:`,
  mailPage:
    'Deze pagina laat zien waar u moet klikken, controleert de records en meldt wanneer alles klaar is:',
  mailUntil: (time) => `De pagina werkt tot ${time}. Iedereen die het adres heeft, kan haar zien.`,
  mailStranger: (name) =>
    `Als u ${name} niet kent, of als ${name} niets met uw domein te maken heeft, kunt u deze e-mail negeren.`,
  reminderSubject: (name, host) => `${name}: ${host} is nog niet gekoppeld`,
  reminderIntro: (name, host) =>
    `${host} is nog niet aan ${name} gekoppeld. Voeg deze records toe bij uw DNS-provider:`,
  reminderWhy: (name, host) => `U krijgt deze herinnering omdat ${name} ${host} voor u heeft ingesteld.`,
  unsubscribe: 'Geen herinneringen meer',
  unsubscribeQuestion: 'Wilt u geen herinneringen meer ontvangen?',
  unsubscribed: 'U ontvangt geen herinneringen meer.',
};
