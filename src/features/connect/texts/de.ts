/** German. Source: docs/reference/connect-page.md ("Languages"). */
import type { Texts } from './text-names.ts';

export const de: Texts = {
  colon: ':',
  yourProvider: 'Ihr Anbieter',

  connectTitle: (host) => `${host} verbinden`,
  liveTitle: (host) => `${host} ist online`,
  liveText: 'Besucher erreichen die Domain über eine sichere Verbindung. Sie müssen nichts weiter tun.',
  preparedText: (host) =>
    `Für ${host} ist alles bereit: Sie können Ihre Besucher jetzt hierher leiten. Setzen Sie dafür die Einträge unten, die noch nicht gefunden wurden.`,
  address: 'Adresse',
  liveSince: 'Online seit',
  dnsRecords: 'DNS-Einträge',
  ownership: 'Inhaberschaft',
  certificate: 'Zertifikat',
  found: 'gefunden',
  notFound: 'noch nicht gefunden',
  notChecked: 'noch nicht geprüft',
  ownershipNotFound:
    'Der TXT-Eintrag wurde noch nicht gefunden. Diese Domain (oder eine darüber oder darunter) gehörte hier bis vor Kurzem jemand anderem; der Eintrag belegt, dass sie Ihnen gehört',

  validUntil: (day) => `gültig bis ${day}`,
  uploadedBy: (name) => `darum kümmert sich ${name}`,
  issuedLater: 'wird automatisch ausgestellt, sobald die Einträge gefunden sind',
  beingIssued: 'wird gerade ausgestellt; das dauert einige Minuten',
  dnsIsRight: 'Ihre DNS-Einträge sind richtig.',
  retryAt: (time) => `Nächster Versuch: ${time}.`,
  retrySoon: 'Der nächste Versuch folgt in Kürze.',
  reasons: {
    authorityAway: 'Die Zertifizierungsstelle war nicht erreichbar.',
    authorityBusy:
      'Die Zertifizierungsstelle stellt für diese Domain vorerst keine weiteren Zertifikate aus.',
    undecided: 'Die Zertifizierungsstelle hat noch nicht entschieden.',
    refusedConnection: (host) =>
      `Die Zertifizierungsstelle konnte ${host} nicht erreichen, weil die Verbindung abgelehnt wurde.`,
    noAnswer: (host) =>
      `Die Zertifizierungsstelle konnte ${host} nicht erreichen, weil nicht rechtzeitig eine Antwort kam.`,
    otherAnswer: (host) =>
      `Die Zertifizierungsstelle erhielt von ${host} eine unerwartete Antwort, weil dort ein anderer Server oder ein CDN antwortet.`,
    recordsElsewhere: (host) =>
      `Aus Sicht der Zertifizierungsstelle verweisen die Einträge von ${host} auf einen anderen Server.`,
    caa: (host) => `Die CAA-Einträge von ${host} verbieten das Zertifikat.`,
    challenge: (host) =>
      `Der CNAME-Eintrag von _acme-challenge.${host} fehlt oder verweist auf ein anderes Ziel.`,
    operator: (name) => `Das muss ${name} beheben.`,
    other: 'Die Zertifizierungsstelle meldet:',
  },
  problems: {
    elsewhere: (host, found, wanted) => `${host} verweist auf ${found} statt auf ${wanted}.`,
    missing: (host) =>
      `${host} hat noch keinen Eintrag. Es kann bis zu einer Stunde dauern, bis ein neuer Eintrag sichtbar ist.`,
    unregistered: (domain) =>
      `Die Domain ${domain} existiert nicht: Sie ist nicht registriert oder hat keine Nameserver.`,
    noAddress: (host) => `${host} existiert im DNS, hat aber keinen A-, AAAA- oder CNAME-Eintrag.`,
    stray: (host, type, addresses) =>
      `${host} hat zusätzlich ${type}-Einträge anderer Server (${addresses}). Bitte entfernen Sie diese.`,
    proxied: (host, provider) =>
      `Der Proxy von ${provider} verdeckt den Eintrag. Schalten Sie ihn für ${host} aus („DNS only“).`,
    apex: (host) =>
      `${host} kann keinen CNAME-Eintrag haben. Setzen Sie A- und AAAA-Einträge oder, falls Ihr Anbieter das kennt, einen ALIAS-Eintrag.`,
    doubled: (name, label) =>
      `Der Eintrag wurde als ${name} angelegt, weil der Anbieter die Domain ergänzt. Geben Sie als Namen ${label} ein.`,
    endDot: (value) =>
      `Der Anbieter hat an den Wert die Domain angehängt. Geben Sie ihn mit einem Punkt am Ende ein: ${value}`,
    caa: (name, record) =>
      `Die CAA-Einträge von ${name} verbieten das Zertifikat. Fügen Sie diesen Eintrag hinzu: ${record}`,
    challenge: (name, value) =>
      `Für das Zertifikat benötigt ${name} einen CNAME-Eintrag mit dem Wert ${value}.`,
    circle: (host) => `Die CNAME-Einträge von ${host} führen im Kreis.`,
    notPublic: (address) => `${address} ist aus dem Internet nicht erreichbar.`,
    wildcard: (host, wildcard) =>
      `Für ${host} antwortet der Eintrag ${wildcard}. Ein eigener Eintrag für ${host} hat Vorrang.`,
    caaUnusable: (name) =>
      `Die CAA-Einträge von ${name} sind nicht verwendbar, daher wird kein Zertifikat ausgestellt. Bitte lassen Sie sie bei Ihrem DNS-Anbieter korrigieren.`,
    unanswered: (name) => `${name} konnte nicht abgefragt werden. Wir prüfen es erneut.`,
  },

  unknownRecords: (name) => `Die Einträge stehen noch nicht fest. Auskunft gibt ${name}.`,
  setRecords: 'Setzen Sie diese Einträge bei Ihrem DNS-Anbieter',
  setUpAt: (provider) => `Automatisch bei ${provider} einrichten`,
  orYourself: 'Oder setzen Sie diese Einträge selbst:',
  lookingForRecords:
    'Wir suchen jetzt nach den neuen Einträgen. Es kann einige Minuten dauern, bis sie sichtbar sind; diese Seite aktualisiert sich von selbst.',
  setUpNotDone:
    'Die Einrichtung bei Ihrem DNS-Anbieter wurde nicht abgeschlossen. Versuchen Sie es noch einmal, oder setzen Sie die Einträge unten selbst.',
  providerIs: (provider) => `Ihre Domain liegt bei ${provider}:`,
  findProvider:
    'Ihr DNS-Anbieter ist in der Regel dort, wo Sie die Domain gekauft haben oder wo ihre Nameserver sind.',
  dnsOnly: 'Schalten Sie für den neuen Eintrag die orange Wolke aus („DNS only“).',
  type: 'Typ',
  recordName: 'Name',
  value: 'Wert',
  state: 'Status',
  seen: 'gefunden',
  notSeen: 'nicht gefunden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyText: (text) => `${text} kopieren`,
  checkNow: 'Jetzt prüfen',
  lastChecked: (time) => `Zuletzt geprüft: ${time}.`,
  takesAnHour: 'Es kann bis zu einer Stunde dauern, bis neue Einträge überall sichtbar sind.',
  forYouAlone: (time) =>
    `Diese Seite ist nur für Sie bestimmt: Wer ihre Adresse kennt, kann sie sehen. Sie gilt bis ${time}.`,
  closedTitle: 'Dieser Link ist ungültig',
  closedText:
    'Er ist abgelaufen oder wurde zurückgezogen. Bitten Sie dort um einen neuen, wo Sie ihn erhalten haben.',

  statisticsTitle: (host) => `Statistik von ${host}`,
  byDay: 'Besucher nach Tag',
  chart: (most, day) => `Besucher nach Tag, höchstens ${most} am ${day}`,
  atMost: (most) => `höchstens ${most} pro Tag`,
  daysOf: (zone) => `Tage in der Zeitzone ${zone}.`,
  notCounted: 'Besucher werden nicht gezählt.',

  mailSubject: (name, host) => `${name}: ${host} verbinden`,
  mailIntro: (name, host) =>
    `Setzen Sie diese DNS-Einträge bei Ihrem DNS-Anbieter, um ${host} mit ${name} zu verbinden:`,
  mailPage: 'Diese Seite zeigt, wo Sie klicken müssen, prüft die Einträge und meldet, wenn alles fertig ist:',
  mailUntil: (time) => `Die Seite gilt bis ${time}. Wer ihre Adresse kennt, kann sie sehen.`,
  mailStranger: (name) =>
    `Wenn Sie ${name} nicht kennen oder ${name} nichts mit Ihrer Domain zu tun hat, ignorieren Sie diese E-Mail.`,
  reminderSubject: (name, host) => `${name}: ${host} ist noch nicht verbunden`,
  reminderIntro: (name, host) =>
    `${host} ist noch nicht mit ${name} verbunden. Setzen Sie diese DNS-Einträge bei Ihrem DNS-Anbieter:`,
  reminderWhy: (name, host) =>
    `Sie erhalten diese Erinnerung, weil ${name} für Sie ${host} eingerichtet hat.`,
  unsubscribe: 'Keine Erinnerungen mehr',
  unsubscribeQuestion: 'Möchten Sie keine Erinnerungen mehr erhalten?',
  unsubscribed: 'Sie erhalten keine Erinnerungen mehr.',
};
