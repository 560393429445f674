/** Italian. Source: docs/reference/subscriptions.md ("Languages"). */
import type { FindingTexts } from './finding-texts.ts';

const asShown = 'Crea i record DNS come indicato nella pagina del dominio.';
const retried = 'La richiesta viene ripetuta automaticamente.';
const uploadOrDelete = 'oppure eliminalo, in modo che ne venga emesso uno automatico.';
const checkDestination =
  'Controlla la destinazione in un browser e imposta destination_url su una pagina esistente.';
const challengePath = '/.well-known/acme-challenge/';
const failed =
  'Su {handshakes} connessioni a {host} in 15 minuti ne sono fallite {failed}, per lo più perché';
const expected = 'in base alle quattro settimane precedenti se ne attendevano {expected}.';

const caa = {
  caa_forbids: [
    'I record CAA vietano all’autorità di certificazione di emettere un certificato.',
    'Aggiungi il record CAA indicato nella pagina del dominio, oppure rimuovi gli altri.',
  ],
  caa_malformed: [
    'Un record CAA non è valido e quindi non autorizza alcun certificato.',
    'Correggi il record CAA.',
  ],
  caa_other_account: [
    'I record CAA autorizzano i certificati solo per un altro account presso l’autorità di certificazione.',
    'Aggiungi il record CAA indicato nella pagina del dominio.',
  ],
  caa_other_method: [
    'I record CAA non autorizzano il metodo di convalida usato qui.',
    'Aggiungi il record CAA indicato nella pagina del dominio, oppure rimuovi validationmethods.',
  ],
  caa_critical: [
    'Un record CAA ha una proprietà critica che le autorità di certificazione non conoscono.',
    'Rimuovi quel record CAA.',
  ],
} as const;

export const it: FindingTexts = {
  many: (count, host) => `${count} domini di ${host}`,
  installation: 'Questa installazione',
  summaries: {
    dns_lost: '{subject}: i record DNS non puntano più qui.',
    dns_wrong: '{subject}: i record DNS non puntano ancora qui.',
    caa_forbids: '{subject}: i record CAA vietano il certificato.',
    certificate_failed: '{subject}: non c’è un certificato, quindi i browser rifiutano la connessione.',
    certificate_expiring: '{subject}: il certificato sta per scadere.',
    renewal_will_fail: '{subject}: il prossimo rinnovo del certificato non riuscirà.',
    upstream_down: 'Il server di origine {subject} non è raggiungibile.',
    upstream_errors: '{subject}: molte richieste ricevono un errore.',
    upstream_slow: '{subject}: le risposte sono molto più lente del solito.',
    traffic_drop: '{subject}: arrivano molte meno richieste del solito.',
    traffic_spike: '{subject}: arrivano molte più richieste del solito.',
    not_found_surge: '{subject}: molte più richieste del solito ricevono un errore 404.',
    loop: '{subject}: i visitatori finiscono in un ciclo di reindirizzamenti.',
    handshakes_fail: '{subject}: la maggior parte dei visitatori non ottiene una connessione sicura.',
    destination_broken: '{subject}: il reindirizzamento porta a una pagina che non funziona.',
  },
  causes: {
    dns_lost: {
      records_missing: [
        'I record DNS puntano altrove o non ci sono più.',
        'Ripristina i record DNS come indicato nella pagina del dominio. Vengono controllati ogni pochi minuti.',
      ],
    },
    dns_wrong: {
      records_missing: [
        'I record DNS non sono mai stati trovati.',
        'Chiedi al titolare del dominio di creare i record DNS. Un link di collegamento li mostra e li controlla.',
      ],
    },
    caa_forbids: caa,
    certificate_failed: {
      order_failed: [
        'L’autorità di certificazione ha respinto la richiesta.',
        `La pagina del dominio indica il motivo. ${retried}`,
      ],
      records_elsewhere: ['I record DNS non puntano qui.', `${asShown} ${retried}`],
      records_unanswered: [
        'Non è stato possibile consultare i record DNS.',
        `Controlla i server dei nomi del dominio. ${retried}`,
      ],
      challenge_not_delegated: [
        'Il record CNAME di _acme-challenge manca o punta altrove.',
        `Crea il record CNAME di _acme-challenge come indicato nella pagina del dominio. ${retried}`,
      ],
      caa_forbids: caa.caa_forbids,
      authority_rate_limit: [
        'Per ora l’autorità di certificazione non emette altri certificati per questo dominio.',
        'Attendi: la richiesta viene ripetuta automaticamente appena possibile.',
      ],
      authority_account_refused: [
        'L’autorità di certificazione non accetta l’account di questo servizio.',
        'Il gestore di questo servizio deve creare un nuovo account presso l’autorità di certificazione.',
      ],
      authority_away: [
        'L’autorità di certificazione non è raggiungibile.',
        'Attendi, oppure chiedi al gestore di controllare la connessione all’autorità di certificazione.',
      ],
      order_stuck: [
        'L’autorità di certificazione non ha deciso in tempo sulla richiesta.',
        `Attendi. ${retried}`,
      ],
      service_failed: [
        'Si è verificato un errore in questo servizio.',
        `Il gestore trova il motivo nel registro degli eventi. ${retried}`,
      ],
    },
    certificate_expiring: {
      not_renewed: [
        'Il certificato scade il {expires_at} e il suo rinnovo non è riuscito.',
        'Correggi l’ultimo errore indicato nella pagina del dominio. Il rinnovo viene ripetuto automaticamente.',
      ],
      custom_not_replaced: [
        'Il certificato caricato scade il {expires_at} e non ce n’è un altro.',
        `Carica un nuovo certificato, ${uploadOrDelete}`,
      ],
    },
    renewal_will_fail: {
      records_elsewhere: ['I record DNS puntano altrove.', asShown],
      delegation_missing: [
        'Il record CNAME per la convalida del certificato non c’è più.',
        'Crea il record CNAME come indicato nella pagina del dominio.',
      ],
      delegation_elsewhere: [
        'Il record CNAME per la convalida del certificato punta altrove.',
        'Sostituisci il record CNAME con quello indicato nella pagina del dominio.',
      ],
      challenge_unanswered: [
        'La zona DNS di questo servizio non risponde alla convalida.',
        'Il gestore di questo servizio deve assicurarsi che la zona sia delegata e che la porta 53 sia aperta.',
      ],
      zone_missing: [
        'Questo servizio non ha più una zona DNS per la convalida.',
        'Il gestore di questo servizio deve impostare NAMEPLATE_DNS_ZONE; in alternativa, scegli http01.',
      ],
      wildcard_without_dns: [
        'Un certificato wildcard può essere convalidato solo tramite DNS.',
        'Imposta challenge_type su dns01, oppure carica un certificato.',
      ],
      ...caa,
      caa_unanswered: [
        'I server dei nomi rispondono con un errore alla ricerca dei record CAA.',
        'Fai riparare i server dei nomi: senza una risposta, le autorità di certificazione non emettono nulla.',
      ],
      no_address: ['Il dominio non ha alcun indirizzo.', asShown],
      address_not_public: ['Il dominio ha un indirizzo non raggiungibile da Internet.', asShown],
      port_80_closed: [
        'La porta 80 rifiuta le connessioni.',
        'Apri la porta 80: le autorità di certificazione la usano per la convalida.',
      ],
      address_unreachable: [
        'Uno degli indirizzi di questo servizio non risponde, mentre altri rispondono.',
        'Apri il firewall davanti a quell’indirizzo, oppure rimuovi il suo record.',
      ],
      token_missing: [
        'Risponde qualcosa di diverso da questo servizio.',
        `Fai in modo che il proxy a monte lasci passare ${challengePath} senza metterlo in cache.`,
      ],
      redirected_elsewhere: [
        'Le richieste di convalida vengono reindirizzate a un altro dominio.',
        `Escludi ${challengePath} dal reindirizzamento a monte.`,
      ],
      too_many_redirects: [
        'Le richieste di convalida vengono reindirizzate all’infinito.',
        `Escludi ${challengePath} dai reindirizzamenti a monte.`,
      ],
      connection_broken: [
        'Le connessioni alla porta 80 si interrompono.',
        'Controlla che cosa c’è davanti alla porta 80: accetta le connessioni e non risponde.',
      ],
    },
    upstream_down: {
      checks_failed: [
        'Il controllo dello stato è fallito tre volte di seguito.',
        'Controlla che il server di origine sia attivo e risponda al controllo dello stato con un codice consentito.',
      ],
      no_connection: [
        'In 5 minuti sono state tentate {requests} richieste e nessuna ha ottenuto una connessione.',
        'Controlla che il server di origine sia attivo e che il suo firewall consenta le connessioni di questo servizio.',
      ],
    },
    upstream_errors: {
      answers_failed: [
        'Su {requests} richieste al server di origine in 5 minuti ne sono fallite {failed}.',
        'Esamina le richieste fallite e il registro degli eventi del server di origine.',
      ],
    },
    upstream_slow: {
      answers_late: [
        'Una risposta su 20 del server di origine richiede almeno {p95_seconds} s; di solito a quest’ora {usual_p95_seconds} s.',
        'Controlla il carico del server di origine e che cosa vi è cambiato.',
      ],
    },
    traffic_drop: {
      requests_missing: [
        `Nell’ultima ora sono arrivate {requests} richieste; ${expected}`,
        'Controlla che i visitatori raggiungano ancora il dominio: record DNS, certificato e siti che vi rimandano.',
      ],
      requests_missing_everywhere: [
        'Molti domini di questa installazione ricevono molte meno richieste del previsto, quindi la causa è comune.',
        'Controlla che i visitatori raggiungano l’installazione: indirizzi, rete e bilanciatore di carico.',
      ],
    },
    traffic_spike: {
      requests_many: [
        `Nell’ultima ora sono arrivate {requests} richieste; ${expected}`,
        'Esamina le sorgenti e i percorsi: una campagna non richiede nulla, e una regola può limitare o bloccare ciò che è indesiderato.',
      ],
    },
    not_found_surge: {
      pages_missing: [
        `Nell’ultima ora ci sono state {not_found} risposte 404; ${expected}`,
        'Esamina i percorsi non trovati e reindirizza quelli che i visitatori dovrebbero raggiungere.',
      ],
    },
    loop: {
      answers_508: [
        'In 5 minuti {answers} richieste hanno ricevuto la risposta 508, perché non avrebbero mai raggiunto una pagina.',
        'Controlla dove portano i reindirizzamenti e le regole, e che il server di origine non rimandi a questo servizio.',
      ],
    },
    handshakes_fail: {
      no_certificate: [
        `${failed} non c’è un certificato.`,
        'Correggi il motivo indicato nella pagina del dominio, oppure carica un certificato.',
      ],
      certificate_unusable: [
        `${failed} il certificato non è utilizzabile.`,
        `Carica di nuovo il certificato con la catena e la chiave, ${uploadOrDelete}`,
      ],
      bad_certificate: [
        `${failed} i browser considerano il certificato non valido nel formato.`,
        `Carica un altro certificato con la catena completa, ${uploadOrDelete}`,
      ],
      certificate_unknown: [
        `${failed} i browser rifiutano il certificato.`,
        'Controlla che il certificato riporti il dominio, sia valido e abbia la catena completa.',
      ],
      certificate_expired: [
        `${failed} il certificato è scaduto.`,
        `Carica un nuovo certificato, ${uploadOrDelete}`,
      ],
      unknown_ca: [
        `${failed} i browser non considerano attendibile l’autorità di certificazione.`,
        `Carica un certificato di un’autorità riconosciuta con la catena completa, ${uploadOrDelete}`,
      ],
    },
    destination_broken: {
      not_found: ['{destination} risponde 404: la pagina non esiste.', checkDestination],
      gone: ['{destination} risponde 410: la pagina è stata rimossa.', checkDestination],
      server_error: ['{destination} risponde con un errore del server.', checkDestination],
      no_answer: ['{destination} non risponde.', checkDestination],
    },
  },
};
