/** Italian. Source: docs/reference/connect-page.md ("Languages"). */
import type { Texts } from './text-names.ts';

export const it: Texts = {
  colon: ':',
  yourProvider: 'il tuo fornitore',

  connectTitle: (host) => `Collega ${host}`,
  liveTitle: (host) => `${host} è online`,
  liveText: 'I visitatori lo raggiungono con una connessione sicura. Non devi fare altro.',
  preparedText: (host) =>
    `Per ${host} è tutto pronto: puoi già indirizzare qui i tuoi visitatori, con i record qui sotto non ancora rilevati.`,
  address: 'Indirizzo',
  liveSince: 'Online dal',
  dnsRecords: 'Record DNS',
  ownership: 'Titolarità',
  certificate: 'Certificato',
  found: 'rilevati',
  notFound: 'non ancora rilevati',
  notChecked: 'non ancora verificati',
  ownershipNotFound:
    'il record TXT non è ancora stato rilevato. Questo dominio, o uno superiore o inferiore, fino a poco fa apparteneva qui a qualcun altro; il record dimostra che è tuo',

  validUntil: (day) => `valido fino al ${day}`,
  uploadedBy: (name) => `se ne occupa ${name}`,
  issuedLater: 'emesso automaticamente appena i record vengono rilevati',
  beingIssued: 'in corso di emissione; richiede qualche minuto',
  dnsIsRight: 'La configurazione DNS è corretta.',
  retryAt: (time) => `Prossimo tentativo: ${time}.`,
  retrySoon: 'Riproviamo tra un momento.',
  reasons: {
    authorityAway: 'L’autorità di certificazione non era raggiungibile.',
    authorityBusy: 'Per ora l’autorità di certificazione non emette altri certificati per questo dominio.',
    undecided: 'L’autorità di certificazione non ha ancora deciso.',
    refusedConnection: (host) =>
      `L’autorità di certificazione non ha potuto raggiungere ${host} perché la connessione è stata rifiutata.`,
    noAnswer: (host) =>
      `L’autorità di certificazione non ha potuto raggiungere ${host} perché non c’è stata risposta in tempo.`,
    otherAnswer: (host) =>
      `L’autorità di certificazione ha ricevuto da ${host} una risposta inattesa perché lì risponde un altro server o una CDN.`,
    recordsElsewhere: (host) => `Per l’autorità di certificazione, i record di ${host} puntano altrove.`,
    caa: (host) => `I record CAA di ${host} vietano il certificato.`,
    challenge: (host) => `Il record CNAME di _acme-challenge.${host} manca o punta altrove.`,
    operator: (name) => `Se ne deve occupare ${name}.`,
    other: 'L’autorità di certificazione segnala:',
  },
  problems: {
    elsewhere: (host, found, wanted) => `${host} punta a ${found} invece che a ${wanted}.`,
    missing: (host) =>
      `${host} non ha ancora alcun record. Un nuovo record può richiedere fino a un’ora per essere visibile.`,
    unregistered: (domain) => `Il dominio ${domain} non esiste: non è registrato o non ha server dei nomi.`,
    noAddress: (host) => `${host} esiste nel DNS, ma non ha record A, AAAA o CNAME.`,
    stray: (host, type, addresses) =>
      `${host} ha anche record ${type} di altri server (${addresses}). Rimuovili.`,
    proxied: (host, provider) =>
      `Il proxy di ${provider} nasconde il record. Disattivalo per ${host} («DNS only»).`,
    apex: (host) =>
      `${host} non può avere un record CNAME. Crea record A e AAAA, oppure un ALIAS se il tuo provider lo offre.`,
    doubled: (name, label) =>
      `Il record è stato creato come ${name}, perché il provider aggiunge il dominio. Inserisci ${label} come nome.`,
    endDot: (value) =>
      `Il provider ha aggiunto il dominio al valore. Inseriscilo con un punto alla fine: ${value}`,
    caa: (name, record) =>
      `I record CAA di ${name} vietano il certificato. Aggiungi questo record: ${record}`,
    challenge: (name, value) =>
      `Per il certificato, ${name} richiede un record CNAME con il valore ${value}.`,
    circle: (host) => `I record CNAME di ${host} formano un circolo vizioso.`,
    notPublic: (address) => `${address} non è raggiungibile da Internet.`,
    wildcard: (host, wildcard) =>
      `Per ${host} risponde il record ${wildcard}. Un record specifico per ${host} ha la precedenza.`,
    caaUnusable: (name) =>
      `I record CAA di ${name} non sono utilizzabili, quindi non viene emesso alcun certificato. Falli correggere dal tuo provider DNS.`,
    unanswered: (name) => `Non è stato possibile consultare ${name}. Verificheremo di nuovo.`,
  },

  unknownRecords: (name) => `I record non sono ancora noti. Contatta ${name}.`,
  setRecords: 'Imposta questi record presso il tuo provider DNS',
  setUpAt: (provider) => `Configura automaticamente su ${provider}`,
  orYourself: 'Oppure imposta tu questi record:',
  lookingForRecords:
    'Stiamo cercando i nuovi record. Possono essere necessari alcuni minuti prima che siano visibili; questa pagina si aggiorna da sola.',
  setUpNotDone:
    'La configurazione presso il tuo provider DNS non è stata completata. Riprova, oppure imposta tu i record qui sotto.',
  providerIs: (provider) => `Il tuo dominio è presso ${provider}:`,
  findProvider:
    'Il tuo provider DNS è quello dove hai acquistato il dominio o dove si trovano i suoi server dei nomi.',
  dnsOnly: 'Disattiva la nuvola arancione («DNS only») per il nuovo record.',
  type: 'Tipo',
  recordName: 'Nome',
  value: 'Valore',
  state: 'Stato',
  seen: 'rilevato',
  notSeen: 'non rilevato',
  copy: 'Copia',
  copied: 'Copiato',
  copyText: (text) => `Copia ${text}`,
  checkNow: 'Verifica ora',
  lastChecked: (time) => `Ultima verifica: ${time}.`,
  takesAnHour: 'I nuovi record possono richiedere fino a un’ora per essere visibili ovunque.',
  forYouAlone: (time) =>
    `Questa pagina è solo per te: chiunque ne abbia l’indirizzo può vederla. Scadenza: ${time}.`,
  closedTitle: 'Questo link non è valido',
  closedText: 'È scaduto o è stato revocato. Chiedine uno nuovo a chi te lo ha inviato.',

  statisticsTitle: (host) => `Statistiche di ${host}`,
  byDay: 'Visitatori per giorno',
  chart: (most, day) => `Visitatori per giorno, al massimo ${most} (${day})`,
  atMost: (most) => `al massimo ${most} al giorno`,
  daysOf: (zone) => `Giorni del fuso orario ${zone}.`,
  notCounted: 'I visitatori non vengono contati.',

  mailSubject: (name, host) => `${name}: collega ${host}`,
  mailIntro: (name, host) =>
    `Aggiungi questi record presso il tuo provider DNS per collegare ${host} a ${name}:`,
  mailPage: 'Questa pagina indica dove fare clic, verifica i record e avvisa quando è tutto pronto:',
  mailUntil: (time) => `Scadenza della pagina: ${time}. Chiunque ne abbia l’indirizzo può vederla.`,
  mailStranger: (name) =>
    `Se non conosci ${name}, o se ${name} non ha nulla a che fare con il tuo dominio, ignora questa e-mail.`,
  reminderSubject: (name, host) => `${name}: ${host} non è ancora collegato`,
  reminderIntro: (name, host) =>
    `${host} non è ancora collegato a ${name}. Aggiungi questi record presso il tuo provider DNS:`,
  reminderWhy: (name, host) => `Ricevi questo promemoria perché ${name} ha configurato ${host} per te.`,
  unsubscribe: 'Non ricevere altri promemoria',
  unsubscribeQuestion: 'Non vuoi più ricevere promemoria?',
  unsubscribed: 'Non riceverai altri promemoria.',
};
