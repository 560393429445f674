/** Spanish. Source: docs/reference/connect-page.md ("Languages"). */
import type { Texts } from './text-names.ts';

export const es: Texts = {
  colon: ':',
  yourProvider: 'su proveedor',

  connectTitle: (host) => `Conectar ${host}`,
  liveTitle: (host) => `${host} está en línea`,
  liveText: 'Los visitantes acceden por una conexión segura. No tiene que hacer nada más.',
  preparedText: (host) =>
    `Todo está listo para ${host}: ya puede dirigir aquí a sus visitantes con los registros de abajo que aún no se han detectado.`,
  address: 'Dirección',
  liveSince: 'En línea desde',
  dnsRecords: 'Registros DNS',
  ownership: 'Titularidad',
  certificate: 'Certificado',
  found: 'detectados',
  notFound: 'aún no detectados',
  notChecked: 'aún no comprobados',
  ownershipNotFound:
    'el registro TXT aún no se ha detectado. Este dominio, o uno superior o inferior, pertenecía aquí a otra persona hasta hace poco; el registro demuestra que es suyo',

  validUntil: (day) => `válido hasta el ${day}`,
  uploadedBy: (name) => `de ello se encarga ${name}`,
  issuedLater: 'se emite automáticamente en cuanto se detectan los registros',
  beingIssued: 'se está emitiendo; tarda unos minutos',
  dnsIsRight: 'Su configuración DNS es correcta.',
  retryAt: (time) => `Próximo intento: ${time}.`,
  retrySoon: 'Lo intentaremos de nuevo en un momento.',
  reasons: {
    authorityAway: 'No se pudo contactar con la autoridad de certificación.',
    authorityBusy: 'Por ahora, la autoridad de certificación no emite más certificados para este dominio.',
    undecided: 'La autoridad de certificación aún no ha decidido.',
    refusedConnection: (host) =>
      `La autoridad de certificación no pudo acceder a ${host} porque se rechazó la conexión.`,
    noAnswer: (host) =>
      `La autoridad de certificación no pudo acceder a ${host} porque no hubo respuesta a tiempo.`,
    otherAnswer: (host) =>
      `La autoridad de certificación recibió una respuesta inesperada de ${host} porque allí responde otro servidor o una CDN.`,
    recordsElsewhere: (host) =>
      `Para la autoridad de certificación, los registros de ${host} apuntan a otro lugar.`,
    caa: (host) => `Los registros CAA de ${host} prohíben el certificado.`,
    challenge: (host) => `El registro CNAME de _acme-challenge.${host} falta o apunta a otro lugar.`,
    operator: (name) => `Debe corregirlo ${name}.`,
    other: 'La autoridad de certificación indica:',
  },
  problems: {
    elsewhere: (host, found, wanted) => `${host} apunta a ${found} en lugar de a ${wanted}.`,
    missing: (host) =>
      `${host} aún no tiene ningún registro. Un registro nuevo puede tardar hasta una hora en ser visible.`,
    unregistered: (domain) =>
      `El dominio ${domain} no existe: no está registrado o no tiene servidores de nombres.`,
    noAddress: (host) => `${host} existe en el DNS, pero no tiene ningún registro A, AAAA o CNAME.`,
    stray: (host, type, addresses) =>
      `${host} tiene además registros ${type} de otros servidores (${addresses}). Elimínelos.`,
    proxied: (host, provider) =>
      `El proxy de ${provider} oculta el registro. Desactívelo para ${host} («DNS only»).`,
    apex: (host) =>
      `${host} no puede tener un registro CNAME. Cree registros A y AAAA, o uno ALIAS si su proveedor lo ofrece.`,
    doubled: (name, label) =>
      `El registro se creó como ${name} porque el proveedor añade el dominio. Introduzca ${label} como nombre.`,
    endDot: (value) =>
      `El proveedor ha añadido el dominio al valor. Introdúzcalo con un punto al final: ${value}`,
    caa: (name, record) =>
      `Los registros CAA de ${name} prohíben el certificado. Añada este registro: ${record}`,
    challenge: (name, value) =>
      `Para el certificado, ${name} necesita un registro CNAME con el valor ${value}.`,
    circle: (host) => `Los registros CNAME de ${host} forman un círculo.`,
    notPublic: (address) => `No se puede acceder a ${address} desde Internet.`,
    wildcard: (host, wildcard) =>
      `Por ${host} responde el registro ${wildcard}. Un registro propio de ${host} tiene prioridad.`,
    caaUnusable: (name) =>
      `Los registros CAA de ${name} no se pueden utilizar, por lo que no se emite ningún certificado. Pida a su proveedor de DNS que los corrija.`,
    unanswered: (name) => `No se pudo consultar ${name}. Lo comprobaremos de nuevo.`,
  },

  unknownRecords: (name) => `Los registros aún no se conocen. Consulte a ${name}.`,
  setRecords: 'Cree estos registros en su proveedor de DNS',
  setUpAt: (provider) => `Configurar automáticamente en ${provider}`,
  orYourself: 'O cree estos registros usted mismo:',
  lookingForRecords:
    'Estamos buscando los registros nuevos. Pueden tardar unos minutos en verse; esta página se actualiza sola.',
  setUpNotDone:
    'La configuración en su proveedor de DNS no se completó. Inténtelo de nuevo o cree usted mismo los registros de abajo.',
  providerIs: (provider) => `Su dominio está en ${provider}:`,
  findProvider: 'Su proveedor de DNS es donde compró el dominio o donde están sus servidores de nombres.',
  dnsOnly: 'Desactive la nube naranja («DNS only») para el registro nuevo.',
  type: 'Tipo',
  recordName: 'Nombre',
  value: 'Valor',
  state: 'Estado',
  seen: 'detectado',
  notSeen: 'no detectado',
  copy: 'Copiar',
  copied: 'Copiado',
  copyText: (text) => `Copiar ${text}`,
  checkNow: 'Comprobar ahora',
  lastChecked: (time) => `Última comprobación: ${time}.`,
  takesAnHour: 'Los registros nuevos pueden tardar hasta una hora en verse en todas partes.',
  forYouAlone: (time) =>
    `Esta página es solo para usted: quien tenga su dirección puede verla, hasta el ${time}.`,
  closedTitle: 'Este enlace no es válido',
  closedText: 'Ha caducado o se ha retirado. Pida uno nuevo a quien se lo envió.',

  statisticsTitle: (host) => `Estadísticas de ${host}`,
  byDay: 'Visitantes por día',
  chart: (most, day) => `Visitantes por día, como máximo ${most} el ${day}`,
  atMost: (most) => `como máximo ${most} al día`,
  daysOf: (zone) => `Días de la zona horaria ${zone}.`,
  notCounted: 'No se cuentan los visitantes.',

  mailSubject: (name, host) => `${name}: conecte ${host}`,
  mailIntro: (name, host) =>
    `Añada estos registros en su proveedor de DNS para conectar ${host} con ${name}:`,
  mailPage: 'Esta página indica dónde hacer clic, comprueba los registros y avisa cuando todo está listo:',
  mailUntil: (time) => `La página funciona hasta el ${time}. Quien tenga su dirección puede verla.`,
  mailStranger: (name) =>
    `Si no conoce ${name}, o si ${name} no tiene nada que ver con su dominio, ignore este correo.`,
  reminderSubject: (name, host) => `${name}: ${host} aún no está conectado`,
  reminderIntro: (name, host) =>
    `${host} aún no está conectado con ${name}. Añada estos registros en su proveedor de DNS:`,
  reminderWhy: (name, host) => `Recibe este recordatorio porque ${name} ha configurado ${host} para usted.`,
  unsubscribe: 'No recibir más recordatorios',
  unsubscribeQuestion: '¿Ya no desea recibir recordatorios?',
  unsubscribed: 'Ya no recibirá más recordatorios.',
};
