/** German. Source: docs/reference/subscriptions.md ("Languages"). */
import type { FindingTexts } from './finding-texts.ts';

const asShown = 'Setzen Sie die DNS-Einträge so, wie die Seite der Domain sie zeigt.';
const retried = 'Der Antrag wird automatisch wiederholt.';
const uploadOrDelete = 'oder löschen Sie es, damit ein automatisches ausgestellt wird.';
const checkDestination =
  'Prüfen Sie das Ziel im Browser, und ändern Sie destination_url auf eine Seite, die es gibt.';
const challengePath = '/.well-known/acme-challenge/';

const caa = {
  caa_forbids: [
    'CAA-Einträge verbieten der Zertifizierungsstelle, ein Zertifikat auszustellen.',
    'Fügen Sie den CAA-Eintrag hinzu, den die Seite der Domain nennt, oder entfernen Sie die übrigen.',
  ],
  caa_malformed: [
    'Ein CAA-Eintrag ist fehlerhaft und erlaubt deshalb niemandem ein Zertifikat.',
    'Korrigieren Sie den CAA-Eintrag.',
  ],
  caa_other_account: [
    'Die CAA-Einträge erlauben Zertifikate nur für ein anderes Konto bei der Zertifizierungsstelle.',
    'Fügen Sie den CAA-Eintrag hinzu, den die Seite der Domain nennt.',
  ],
  caa_other_method: [
    'Die CAA-Einträge erlauben die Prüfmethode nicht, die hier verwendet wird.',
    'Fügen Sie den CAA-Eintrag hinzu, den die Seite der Domain nennt, oder entfernen Sie validationmethods.',
  ],
  caa_critical: [
    'Ein CAA-Eintrag hat eine als kritisch markierte Eigenschaft, die Zertifizierungsstellen nicht kennen.',
    'Entfernen Sie diesen CAA-Eintrag.',
  ],
} as const;

export const de: FindingTexts = {
  many: (count, host) => `${count} Domains von ${host}`,
  installation: 'Diese Installation',
  summaries: {
    dns_lost: '{subject}: Die DNS-Einträge führen nicht mehr hierher.',
    dns_wrong: '{subject}: Die DNS-Einträge führen noch nicht hierher.',
    caa_forbids: '{subject}: CAA-Einträge verbieten das Zertifikat.',
    certificate_failed: '{subject}: Es gibt kein Zertifikat, daher verweigern Browser die Verbindung.',
    certificate_expiring: '{subject}: Das Zertifikat läuft bald ab.',
    renewal_will_fail: '{subject}: Die nächste Erneuerung des Zertifikats wird fehlschlagen.',
    upstream_down: 'Der Ursprungsserver {subject} ist nicht erreichbar.',
    upstream_errors: '{subject}: Viele Anfragen werden mit Fehlern beantwortet.',
    upstream_slow: '{subject}: Antworten dauern viel länger als üblich.',
    traffic_drop: '{subject}: Es kommen viel weniger Anfragen als üblich.',
    traffic_spike: '{subject}: Es kommen viel mehr Anfragen als üblich.',
    not_found_surge: '{subject}: Viel mehr Anfragen als üblich werden mit 404 beantwortet.',
    loop: '{subject}: Besucher werden im Kreis geleitet.',
    handshakes_fail: '{subject}: Die meisten Besucher erhalten keine sichere Verbindung.',
    destination_broken: '{subject}: Die Weiterleitung führt zu einer Seite, die nicht funktioniert.',
  },
  causes: {
    dns_lost: {
      records_missing: [
        'Die DNS-Einträge führen anderswohin oder fehlen.',
        'Setzen Sie die DNS-Einträge wieder so, wie die Seite der Domain sie zeigt. Sie werden alle paar Minuten geprüft.',
      ],
    },
    dns_wrong: {
      records_missing: [
        'Die DNS-Einträge wurden noch nie gefunden.',
        'Bitten Sie den Inhaber der Domain, die DNS-Einträge zu setzen. Ein Einrichtungslink zeigt und prüft sie.',
      ],
    },
    caa_forbids: caa,
    certificate_failed: {
      order_failed: [
        'Die Zertifizierungsstelle hat den Antrag abgelehnt.',
        `Die Seite der Domain nennt den Grund. ${retried}`,
      ],
      records_elsewhere: ['Die DNS-Einträge führen nicht hierher.', `${asShown} ${retried}`],
      records_unanswered: [
        'Die DNS-Einträge konnten nicht abgefragt werden.',
        `Prüfen Sie die Nameserver der Domain. ${retried}`,
      ],
      challenge_not_delegated: [
        'Der CNAME-Eintrag von _acme-challenge fehlt oder führt anderswohin.',
        `Setzen Sie den CNAME-Eintrag von _acme-challenge so, wie die Seite der Domain ihn zeigt. ${retried}`,
      ],
      caa_forbids: caa.caa_forbids,
      authority_rate_limit: [
        'Die Zertifizierungsstelle stellt für diese Domain vorerst keine weiteren Zertifikate aus.',
        'Bitte warten Sie: Der Antrag wird automatisch wiederholt, sobald das wieder möglich ist.',
      ],
      authority_account_refused: [
        'Die Zertifizierungsstelle akzeptiert das Konto dieses Dienstes nicht.',
        'Der Betreiber dieses Dienstes muss ein neues Konto bei der Zertifizierungsstelle anlegen.',
      ],
      authority_away: [
        'Die Zertifizierungsstelle ist nicht erreichbar.',
        'Bitte warten Sie, oder lassen Sie den Betreiber die Verbindung zur Zertifizierungsstelle prüfen.',
      ],
      order_stuck: [
        'Die Zertifizierungsstelle hat nicht rechtzeitig über den Antrag entschieden.',
        `Bitte warten Sie. ${retried}`,
      ],
      service_failed: [
        'In diesem Dienst selbst ist ein Fehler aufgetreten.',
        `Der Betreiber findet den Grund im Protokoll. ${retried}`,
      ],
    },
    certificate_expiring: {
      not_renewed: [
        'Das Zertifikat läuft am {expires_at} ab, und seine Erneuerung ist fehlgeschlagen.',
        'Beheben Sie, was die Seite der Domain als letzten Fehler nennt. Die Erneuerung wird automatisch wiederholt.',
      ],
      custom_not_replaced: [
        'Das hochgeladene Zertifikat läuft am {expires_at} ab, und es gibt kein anderes.',
        `Laden Sie ein neues Zertifikat hoch, ${uploadOrDelete}`,
      ],
    },
    renewal_will_fail: {
      records_elsewhere: ['Die DNS-Einträge führen anderswohin.', asShown],
      delegation_missing: [
        'Der CNAME-Eintrag für die Prüfung durch die Zertifizierungsstelle fehlt.',
        'Legen Sie den CNAME-Eintrag so an, wie die Seite der Domain ihn zeigt.',
      ],
      delegation_elsewhere: [
        'Der CNAME-Eintrag für die Prüfung durch die Zertifizierungsstelle führt anderswohin.',
        'Ersetzen Sie den CNAME-Eintrag durch den, den die Seite der Domain zeigt.',
      ],
      challenge_unanswered: [
        'Die DNS-Zone dieses Dienstes antwortet nicht auf die Prüfung.',
        'Der Betreiber dieses Dienstes muss dafür sorgen, dass die Zone delegiert und Port 53 offen ist.',
      ],
      zone_missing: [
        'Dieser Dienst hat keine DNS-Zone mehr für die Prüfung.',
        'Der Betreiber dieses Dienstes muss NAMEPLATE_DNS_ZONE setzen; oder wählen Sie http01.',
      ],
      wildcard_without_dns: [
        'Ein Wildcard-Zertifikat kann nur über DNS geprüft werden.',
        'Stellen Sie challenge_type auf dns01 um, oder laden Sie ein Zertifikat hoch.',
      ],
      ...caa,
      caa_unanswered: [
        'Die Nameserver antworten auf die Frage nach CAA-Einträgen mit einem Fehler.',
        'Lassen Sie die Nameserver instand setzen: Zertifizierungsstellen werten keine Antwort als Verbot.',
      ],
      no_address: ['Die Domain hat keine Adresse.', asShown],
      address_not_public: [
        'Die Domain hat eine Adresse, die aus dem Internet nicht erreichbar ist.',
        asShown,
      ],
      port_80_closed: [
        'Port 80 nimmt keine Verbindungen an.',
        'Öffnen Sie Port 80: Zertifizierungsstellen prüfen über ihn.',
      ],
      address_unreachable: [
        'Eine der Adressen dieses Dienstes antwortet nicht, andere schon.',
        'Öffnen Sie die Firewall vor dieser Adresse, oder entfernen Sie ihren Eintrag.',
      ],
      token_missing: [
        'Statt dieses Dienstes antwortet etwas anderes.',
        `Lassen Sie den vorgeschalteten Proxy ${challengePath} weitergeben, ohne es zwischenzuspeichern.`,
      ],
      redirected_elsewhere: [
        'Anfragen zur Prüfung werden zu einer anderen Domain weitergeleitet.',
        `Nehmen Sie ${challengePath} von der vorgeschalteten Weiterleitung aus.`,
      ],
      too_many_redirects: [
        'Anfragen zur Prüfung werden immer wieder weitergeleitet.',
        `Nehmen Sie ${challengePath} von den vorgeschalteten Weiterleitungen aus.`,
      ],
      connection_broken: [
        'Verbindungen zu Port 80 brechen ab.',
        'Prüfen Sie, was vor Port 80 steht: Es nimmt Verbindungen an und antwortet nicht.',
      ],
    },
    upstream_down: {
      checks_failed: [
        'Die Zustandsprüfung ist dreimal in Folge fehlgeschlagen.',
        'Prüfen Sie, ob der Ursprungsserver läuft und den Pfad der Zustandsprüfung mit einem erlaubten Status beantwortet.',
      ],
      no_connection: [
        'In 5 Minuten wurden {requests} Anfragen versucht, und keine bekam eine Verbindung.',
        'Prüfen Sie, ob der Ursprungsserver läuft und seine Firewall Verbindungen dieses Dienstes zulässt.',
      ],
    },
    upstream_errors: {
      answers_failed: [
        'Von {requests} Anfragen an den Ursprungsserver in 5 Minuten sind {failed} fehlgeschlagen.',
        'Sehen Sie sich die fehlgeschlagenen Anfragen und das Protokoll des Ursprungsservers an.',
      ],
    },
    upstream_slow: {
      answers_late: [
        'Eine von 20 Antworten des Ursprungsservers dauert mindestens {p95_seconds} s; üblich sind um diese Zeit {usual_p95_seconds} s.',
        'Prüfen Sie, wie ausgelastet der Ursprungsserver ist und was sich dort geändert hat.',
      ],
    },
    traffic_drop: {
      requests_missing: [
        'In der letzten Stunde kamen {requests} Anfragen; nach den vier Wochen davor waren {expected} zu erwarten.',
        'Prüfen Sie, ob Besucher die Domain noch erreichen: DNS-Einträge, Zertifikat und die Seiten, die darauf verlinken.',
      ],
      requests_missing_everywhere: [
        'Viele Domains dieser Installation erhalten viel weniger Anfragen als erwartet; der Grund ist also ein gemeinsamer.',
        'Prüfen Sie, ob Besucher die Installation erreichen: Adressen, Netz und vorgeschalteter Load Balancer.',
      ],
    },
    traffic_spike: {
      requests_many: [
        'In der letzten Stunde kamen {requests} Anfragen; nach den vier Wochen davor waren {expected} zu erwarten.',
        'Sehen Sie sich Quellen und Pfade an: Bei einer Kampagne ist nichts zu tun, Unerwünschtes kann eine Regel begrenzen oder sperren.',
      ],
    },
    not_found_surge: {
      pages_missing: [
        'In der letzten Stunde gab es {not_found} Antworten mit 404; nach den vier Wochen davor waren {expected} zu erwarten.',
        'Sehen Sie sich die fehlenden Pfade an, und leiten Sie die weiter, die Besucher erreichen sollen.',
      ],
    },
    loop: {
      answers_508: [
        'In 5 Minuten wurden {answers} Anfragen mit 508 beantwortet, weil sie nie zu einer Seite geführt hätten.',
        'Prüfen Sie, wohin Weiterleitungen und Regeln führen und ob der Ursprungsserver wieder hierher verweist.',
      ],
    },
    handshakes_fail: {
      no_certificate: [
        'Von {handshakes} Verbindungen zu {host} in 15 Minuten sind {failed} gescheitert, meist weil es kein Zertifikat gibt.',
        'Beheben Sie, was die Seite der Domain als Grund nennt, oder laden Sie ein Zertifikat hoch.',
      ],
      certificate_unusable: [
        'Von {handshakes} Verbindungen zu {host} in 15 Minuten sind {failed} gescheitert, meist weil das Zertifikat nicht verwendbar ist.',
        `Laden Sie das Zertifikat mit Kette und Schlüssel erneut hoch, ${uploadOrDelete}`,
      ],
      bad_certificate: [
        'Von {handshakes} Verbindungen zu {host} in 15 Minuten sind {failed} gescheitert, meist weil Browser das Zertifikat für fehlerhaft halten.',
        `Laden Sie ein anderes Zertifikat mit vollständiger Kette hoch, ${uploadOrDelete}`,
      ],
      certificate_unknown: [
        'Von {handshakes} Verbindungen zu {host} in 15 Minuten sind {failed} gescheitert, meist weil Browser das Zertifikat ablehnen.',
        'Prüfen Sie, ob das Zertifikat die Domain nennt, gültig ist und seine vollständige Kette hat.',
      ],
      certificate_expired: [
        'Von {handshakes} Verbindungen zu {host} in 15 Minuten sind {failed} gescheitert, meist weil das Zertifikat abgelaufen ist.',
        `Laden Sie ein neues Zertifikat hoch, ${uploadOrDelete}`,
      ],
      unknown_ca: [
        'Von {handshakes} Verbindungen zu {host} in 15 Minuten sind {failed} gescheitert, meist weil Browser der Zertifizierungsstelle nicht vertrauen.',
        `Laden Sie ein Zertifikat einer anerkannten Zertifizierungsstelle mit vollständiger Kette hoch, ${uploadOrDelete}`,
      ],
    },
    destination_broken: {
      not_found: ['{destination} antwortet mit 404: Diese Seite gibt es nicht.', checkDestination],
      gone: ['{destination} antwortet mit 410: Die Seite wurde entfernt.', checkDestination],
      server_error: ['{destination} antwortet mit einem Serverfehler.', checkDestination],
      no_answer: ['{destination} antwortet nicht.', checkDestination],
    },
  },
};
