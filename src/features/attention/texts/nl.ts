/** Dutch. Source: docs/reference/subscriptions.md ("Languages"). */
import type { FindingTexts } from './finding-texts.ts';

const asShown = 'Stel de DNS-records in zoals de pagina van het domein ze toont.';
const retried = 'De aanvraag wordt automatisch herhaald.';
const uploadOrDelete = 'of verwijder het, zodat er automatisch een wordt uitgegeven.';
const checkDestination =
  'Controleer de bestemming in een browser en wijzig destination_url in een pagina die bestaat.';
const challengePath = '/.well-known/acme-challenge/';
const failed =
  'Van {handshakes} verbindingen met {host} in 15 minuten zijn er {failed} mislukt, meestal omdat';
const expected = 'op basis van de vier weken ervoor werden er {expected} verwacht.';

const caa = {
  caa_forbids: [
    'CAA-records verbieden de certificaatautoriteit een certificaat uit te geven.',
    'Voeg het CAA-record toe dat op de pagina van het domein staat, of verwijder de andere.',
  ],
  caa_malformed: [
    'Een CAA-record is onjuist opgesteld en staat daarom geen enkel certificaat toe.',
    'Corrigeer het CAA-record.',
  ],
  caa_other_account: [
    'De CAA-records staan alleen certificaten toe voor een ander account bij de certificaatautoriteit.',
    'Voeg het CAA-record toe dat op de pagina van het domein staat.',
  ],
  caa_other_method: [
    'De CAA-records staan de controlemethode die hier wordt gebruikt niet toe.',
    'Voeg het CAA-record toe dat op de pagina van het domein staat, of verwijder validationmethods.',
  ],
  caa_critical: [
    'Een CAA-record heeft een kritieke eigenschap die certificaatautoriteiten niet kennen.',
    'Verwijder dat CAA-record.',
  ],
} as const;

export const nl: FindingTexts = {
  many: (count, host) => `${count} domeinen van ${host}`,
  installation: 'Deze installatie',
  summaries: {
    dns_lost: '{subject}: de DNS-records verwijzen niet meer hierheen.',
    dns_wrong: '{subject}: de DNS-records verwijzen nog niet hierheen.',
    caa_forbids: '{subject}: CAA-records verbieden het certificaat.',
    certificate_failed: '{subject}: er is geen certificaat, dus browsers weigeren de verbinding.',
    certificate_expiring: '{subject}: het certificaat verloopt binnenkort.',
    renewal_will_fail: '{subject}: de volgende verlenging van het certificaat zal mislukken.',
    upstream_down: 'De oorsprongserver {subject} is onbereikbaar.',
    upstream_errors: '{subject}: veel verzoeken krijgen een fout als antwoord.',
    upstream_slow: '{subject}: antwoorden duren veel langer dan gebruikelijk.',
    traffic_drop: '{subject}: er komen veel minder verzoeken binnen dan gebruikelijk.',
    traffic_spike: '{subject}: er komen veel meer verzoeken binnen dan gebruikelijk.',
    not_found_surge: '{subject}: veel meer verzoeken dan gebruikelijk krijgen een 404.',
    loop: '{subject}: bezoekers worden in een kring rondgestuurd.',
    handshakes_fail: '{subject}: de meeste bezoekers krijgen geen beveiligde verbinding.',
    destination_broken: '{subject}: de doorverwijzing leidt naar een pagina die niet werkt.',
  },
  causes: {
    dns_lost: {
      records_missing: [
        'De DNS-records verwijzen ergens anders heen of zijn verdwenen.',
        'Stel de DNS-records weer in zoals de pagina van het domein ze toont. Ze worden om de paar minuten gecontroleerd.',
      ],
    },
    dns_wrong: {
      records_missing: [
        'De DNS-records zijn nog nooit gevonden.',
        'Vraag de eigenaar van het domein de DNS-records in te stellen. Een koppelingslink toont en controleert ze.',
      ],
    },
    caa_forbids: caa,
    certificate_failed: {
      order_failed: [
        'De certificaatautoriteit heeft de aanvraag geweigerd.',
        `De pagina van het domein noemt de reden. ${retried}`,
      ],
      records_elsewhere: ['De DNS-records verwijzen niet hierheen.', `${asShown} ${retried}`],
      records_unanswered: [
        'De DNS-records konden niet worden opgezocht.',
        `Controleer de naamservers van het domein. ${retried}`,
      ],
      challenge_not_delegated: [
        'Het CNAME-record van _acme-challenge ontbreekt of verwijst ergens anders heen.',
        `Stel het CNAME-record van _acme-challenge in zoals de pagina van het domein het toont. ${retried}`,
      ],
      caa_forbids: caa.caa_forbids,
      authority_rate_limit: [
        'De certificaatautoriteit geeft voorlopig geen certificaten meer uit voor dit domein.',
        'Wacht even: de aanvraag wordt automatisch herhaald zodra dat weer kan.',
      ],
      authority_account_refused: [
        'De certificaatautoriteit accepteert het account van deze dienst niet.',
        'De beheerder van deze dienst moet een nieuw account aanmaken bij de certificaatautoriteit.',
      ],
      authority_away: [
        'De certificaatautoriteit is onbereikbaar.',
        'Wacht even, of laat de beheerder de verbinding met de certificaatautoriteit controleren.',
      ],
      order_stuck: [
        'De certificaatautoriteit heeft niet op tijd over de aanvraag beslist.',
        `Wacht even. ${retried}`,
      ],
      service_failed: [
        'Er is een fout opgetreden in deze dienst.',
        `De beheerder vindt de reden in het logboek. ${retried}`,
      ],
    },
    certificate_expiring: {
      not_renewed: [
        'Het certificaat verloopt op {expires_at} en de verlenging is mislukt.',
        'Verhelp de laatste fout die op de pagina van het domein staat. De verlenging wordt automatisch herhaald.',
      ],
      custom_not_replaced: [
        'Het geüploade certificaat verloopt op {expires_at} en er is geen ander.',
        `Upload een nieuw certificaat, ${uploadOrDelete}`,
      ],
    },
    renewal_will_fail: {
      records_elsewhere: ['De DNS-records verwijzen ergens anders heen.', asShown],
      delegation_missing: [
        'Het CNAME-record voor de controle van het certificaat is verdwenen.',
        'Maak het CNAME-record aan zoals de pagina van het domein het toont.',
      ],
      delegation_elsewhere: [
        'Het CNAME-record voor de controle van het certificaat verwijst ergens anders heen.',
        'Vervang het CNAME-record door het record dat op de pagina van het domein staat.',
      ],
      challenge_unanswered: [
        'De DNS-zone van deze dienst beantwoordt de controle niet.',
        'De beheerder van deze dienst moet ervoor zorgen dat de zone is gedelegeerd en dat poort 53 openstaat.',
      ],
      zone_missing: [
        'Deze dienst heeft geen DNS-zone meer voor de controle.',
        'De beheerder van deze dienst moet NAMEPLATE_DNS_ZONE instellen; kies anders http01.',
      ],
      wildcard_without_dns: [
        'Een wildcardcertificaat kan alleen via DNS worden gecontroleerd.',
        'Wijzig challenge_type in dns01, of upload een certificaat.',
      ],
      ...caa,
      caa_unanswered: [
        'De naamservers antwoorden met een fout op de vraag naar CAA-records.',
        'Laat de naamservers repareren: zonder antwoord geven certificaatautoriteiten niets uit.',
      ],
      no_address: ['Het domein heeft geen adres.', asShown],
      address_not_public: ['Het domein heeft een adres dat vanaf internet niet bereikbaar is.', asShown],
      port_80_closed: [
        'Poort 80 weigert verbindingen.',
        'Open poort 80: certificaatautoriteiten gebruiken die voor de controle.',
      ],
      address_unreachable: [
        'Een van de adressen van deze dienst antwoordt niet, terwijl andere dat wel doen.',
        'Open de firewall voor dat adres, of verwijder het record ervan.',
      ],
      token_missing: [
        'Iets anders dan deze dienst antwoordt.',
        `Laat de proxy die ervoor staat ${challengePath} doorgeven zonder het in de cache op te slaan.`,
      ],
      redirected_elsewhere: [
        'Verzoeken voor de controle worden doorverwezen naar een ander domein.',
        `Sluit ${challengePath} uit van de doorverwijzing die ervoor staat.`,
      ],
      too_many_redirects: [
        'Verzoeken voor de controle worden eindeloos doorverwezen.',
        `Sluit ${challengePath} uit van de doorverwijzingen die ervoor staan.`,
      ],
      connection_broken: [
        'Verbindingen met poort 80 worden verbroken.',
        'Controleer wat er voor poort 80 staat: het accepteert verbindingen en antwoordt niet.',
      ],
    },
    upstream_down: {
      checks_failed: [
        'De statuscontrole is drie keer achter elkaar mislukt.',
        'Controleer of de oorsprongserver draait en de statuscontrole met een toegestane status beantwoordt.',
      ],
      no_connection: [
        'In 5 minuten zijn {requests} verzoeken geprobeerd en geen ervan kreeg verbinding.',
        'Controleer of de oorsprongserver draait en of zijn firewall verbindingen van deze dienst toelaat.',
      ],
    },
    upstream_errors: {
      answers_failed: [
        'Van {requests} verzoeken aan de oorsprongserver in 5 minuten zijn er {failed} mislukt.',
        'Bekijk de mislukte verzoeken en het logboek van de oorsprongserver.',
      ],
    },
    upstream_slow: {
      answers_late: [
        'Een op de 20 antwoorden van de oorsprongserver duurt {p95_seconds} s of langer; gebruikelijk is {usual_p95_seconds} s rond deze tijd.',
        'Controleer de belasting van de oorsprongserver en wat er daar is veranderd.',
      ],
    },
    traffic_drop: {
      requests_missing: [
        `In het afgelopen uur kwamen er {requests} verzoeken binnen; ${expected}`,
        'Controleer of bezoekers het domein nog bereiken: DNS-records, certificaat en de sites die ernaar linken.',
      ],
      requests_missing_everywhere: [
        'Veel domeinen van deze installatie krijgen veel minder verzoeken dan verwacht; de oorzaak is dus gemeenschappelijk.',
        'Controleer of bezoekers de installatie bereiken: adressen, netwerk en loadbalancer.',
      ],
    },
    traffic_spike: {
      requests_many: [
        `In het afgelopen uur kwamen er {requests} verzoeken binnen; ${expected}`,
        'Bekijk de bronnen en de paden: bij een campagne hoeft u niets te doen, en een regel kan ongewenst verkeer beperken of blokkeren.',
      ],
    },
    not_found_surge: {
      pages_missing: [
        `In het afgelopen uur waren er {not_found} antwoorden met 404; ${expected}`,
        'Bekijk de paden die niet zijn gevonden en verwijs door wat bezoekers zouden moeten bereiken.',
      ],
    },
    loop: {
      answers_508: [
        'In 5 minuten zijn {answers} verzoeken met 508 beantwoord, omdat ze nooit bij een pagina waren uitgekomen.',
        'Controleer waar doorverwijzingen en regels naartoe leiden en of de oorsprongserver niet terugverwijst naar deze dienst.',
      ],
    },
    handshakes_fail: {
      no_certificate: [
        `${failed} er geen certificaat is.`,
        'Verhelp de reden die op de pagina van het domein staat, of upload een certificaat.',
      ],
      certificate_unusable: [
        `${failed} het certificaat onbruikbaar is.`,
        `Upload het certificaat opnieuw met keten en sleutel, ${uploadOrDelete}`,
      ],
      bad_certificate: [
        `${failed} browsers het certificaat onjuist opgesteld vinden.`,
        `Upload een ander certificaat met de volledige keten, ${uploadOrDelete}`,
      ],
      certificate_unknown: [
        `${failed} browsers het certificaat weigeren.`,
        'Controleer of het certificaat het domein noemt, geldig is en de volledige keten heeft.',
      ],
      certificate_expired: [
        `${failed} het certificaat is verlopen.`,
        `Upload een nieuw certificaat, ${uploadOrDelete}`,
      ],
      unknown_ca: [
        `${failed} browsers de certificaatautoriteit niet vertrouwen.`,
        `Upload een certificaat van een erkende autoriteit met de volledige keten, ${uploadOrDelete}`,
      ],
    },
    destination_broken: {
      not_found: ['{destination} antwoordt met 404: die pagina bestaat niet.', checkDestination],
      gone: ['{destination} antwoordt met 410: de pagina is verwijderd.', checkDestination],
      server_error: ['{destination} antwoordt met een serverfout.', checkDestination],
      no_answer: ['{destination} antwoordt niet.', checkDestination],
    },
  },
};
