/** Portuguese. Source: docs/reference/connect-page.md ("Languages"). */
import type { Texts } from './text-names.ts';

export const pt: Texts = {
  colon: ':',
  yourProvider: 'o seu fornecedor',

  connectTitle: (host) => `Ligar ${host}`,
  liveTitle: (host) => `${host} está no ar`,
  liveText: 'Os visitantes acedem por uma ligação segura. Não precisa de fazer mais nada.',
  preparedText: (host) =>
    `Está tudo pronto para ${host}: já pode encaminhar os seus visitantes para aqui, com os registos abaixo que ainda não foram detetados.`,
  address: 'Endereço',
  liveSince: 'No ar desde',
  dnsRecords: 'Registos DNS',
  ownership: 'Titularidade',
  certificate: 'Certificado',
  found: 'detetados',
  notFound: 'ainda não detetados',
  notChecked: 'ainda não verificados',
  ownershipNotFound:
    'o registo TXT ainda não foi detetado. Este domínio, ou um acima ou abaixo dele, pertencia aqui a outra pessoa até há pouco tempo; o registo prova que é seu',

  validUntil: (day) => `válido até ${day}`,
  uploadedBy: (name) => `quem trata disso é ${name}`,
  issuedLater: 'emitido automaticamente assim que os registos forem detetados',
  beingIssued: 'está a ser emitido, o que demora alguns minutos',
  dnsIsRight: 'A sua configuração DNS está correta.',
  retryAt: (time) => `Próxima tentativa: ${time}.`,
  retrySoon: 'Tentamos novamente dentro de momentos.',
  reasons: {
    authorityAway: 'Não foi possível contactar a autoridade de certificação.',
    authorityBusy: 'De momento, a autoridade de certificação não emite mais certificados para este domínio.',
    undecided: 'A autoridade de certificação ainda não decidiu.',
    refusedConnection: (host) =>
      `A autoridade de certificação não conseguiu aceder a ${host} porque a ligação foi recusada.`,
    noAnswer: (host) =>
      `A autoridade de certificação não conseguiu aceder a ${host} porque não houve resposta a tempo.`,
    otherAnswer: (host) =>
      `A autoridade de certificação recebeu uma resposta inesperada de ${host} porque outro servidor ou uma CDN responde aí.`,
    recordsElsewhere: (host) =>
      `Para a autoridade de certificação, os registos de ${host} apontam para outro destino.`,
    caa: (host) => `Os registos CAA de ${host} proíbem o certificado.`,
    challenge: (host) =>
      `O registo CNAME de _acme-challenge.${host} está em falta ou aponta para outro destino.`,
    operator: (name) => `Quem tem de corrigir isto é ${name}.`,
    other: 'A autoridade de certificação indica:',
  },
  problems: {
    elsewhere: (host, found, wanted) => `${host} aponta para ${found} em vez de ${wanted}.`,
    missing: (host) =>
      `${host} ainda não tem nenhum registo. Um registo novo pode demorar até uma hora a ficar visível.`,
    unregistered: (domain) =>
      `O domínio ${domain} não existe: não está registado ou não tem servidores de nomes.`,
    noAddress: (host) => `${host} existe no DNS, mas não tem nenhum registo A, AAAA ou CNAME.`,
    stray: (host, type, addresses) =>
      `${host} tem também registos ${type} de outros servidores (${addresses}). Remova-os.`,
    proxied: (host, provider) =>
      `O proxy de ${provider} oculta o registo. Desative-o para ${host} (“DNS only”).`,
    apex: (host) =>
      `${host} não pode ter um registo CNAME. Crie registos A e AAAA, ou um ALIAS se o seu fornecedor o permitir.`,
    doubled: (name, label) =>
      `O registo foi criado como ${name}, porque o fornecedor acrescenta o domínio. Introduza ${label} como nome.`,
    endDot: (value) =>
      `O fornecedor acrescentou o domínio ao valor. Introduza-o com um ponto no final: ${value}`,
    caa: (name, record) =>
      `Os registos CAA de ${name} proíbem o certificado. Acrescente este registo: ${record}`,
    challenge: (name, value) =>
      `Para o certificado, ${name} precisa de um registo CNAME com o valor ${value}.`,
    circle: (host) => `Os registos CNAME de ${host} formam um círculo.`,
    notPublic: (address) => `${address} não está acessível a partir da Internet.`,
    wildcard: (host, wildcard) =>
      `Quem responde por ${host} é o registo ${wildcard}. Um registo próprio de ${host} tem prioridade.`,
    caaUnusable: (name) =>
      `Os registos CAA de ${name} não podem ser utilizados, pelo que não é emitido nenhum certificado. Peça ao seu fornecedor de DNS que os corrija.`,
    unanswered: (name) => `Não foi possível consultar ${name}. Voltaremos a verificar.`,
  },

  unknownRecords: (name) => `Os registos ainda não são conhecidos. Contacte ${name}.`,
  setRecords: 'Crie estes registos no seu fornecedor de DNS',
  setUpAt: (provider) => `Configurar automaticamente em ${provider}`,
  orYourself: 'Ou crie estes registos manualmente:',
  lookingForRecords:
    'Estamos a procurar os novos registos. Podem demorar alguns minutos a ficar visíveis; esta página atualiza-se sozinha.',
  setUpNotDone:
    'A configuração no seu fornecedor de DNS não foi concluída. Tente novamente ou crie os registos abaixo manualmente.',
  providerIs: (provider) => `O seu domínio está em ${provider}:`,
  findProvider:
    'O seu fornecedor de DNS é aquele onde comprou o domínio ou onde estão os seus servidores de nomes.',
  dnsOnly: 'Desative a nuvem laranja (“DNS only”) para o novo registo.',
  type: 'Tipo',
  recordName: 'Nome',
  value: 'Valor',
  state: 'Estado',
  seen: 'detetado',
  notSeen: 'não detetado',
  copy: 'Copiar',
  copied: 'Copiado',
  copyText: (text) => `Copiar ${text}`,
  checkNow: 'Verificar agora',
  lastChecked: (time) => `Última verificação: ${time}.`,
  takesAnHour: 'Os registos novos podem demorar até uma hora a ficar visíveis em todo o lado.',
  forYouAlone: (time) => `Esta página é só para si: quem tiver o endereço pode vê-la, até ${time}.`,
  closedTitle: 'Esta ligação não é válida',
  closedText: 'Expirou ou foi retirada. Peça uma nova a quem lha enviou.',

  statisticsTitle: (host) => `Estatísticas de ${host}`,
  byDay: 'Visitantes por dia',
  chart: (most, day) => `Visitantes por dia, no máximo ${most} em ${day}`,
  atMost: (most) => `no máximo ${most} por dia`,
  daysOf: (zone) => `Dias do fuso horário ${zone}.`,
  notCounted: 'Os visitantes não são contados.',

  mailSubject: (name, host) => `${name}: ligue ${host}`,
  mailIntro: (name, host) =>
    `Acrescente estes registos no seu fornecedor de DNS para ligar ${host} a ${name}:`,
  mailPage: 'Esta página indica onde clicar, verifica os registos e avisa quando estiver tudo pronto:',
  mailUntil: (time) => `A página funciona até ${time}. Quem tiver o endereço pode vê-la.`,
  mailStranger: (name) =>
    `Se não conhece ${name}, ou se ${name} nada tem a ver com o seu domínio, ignore este e-mail.`,
  reminderSubject: (name, host) => `${name}: ${host} ainda não está ligado`,
  reminderIntro: (name, host) =>
    `${host} ainda não está ligado a ${name}. Acrescente estes registos no seu fornecedor de DNS:`,
  reminderWhy: (name, host) => `Recebe este lembrete porque ${name} configurou ${host} para si.`,
  unsubscribe: 'Não receber mais lembretes',
  unsubscribeQuestion: 'Já não quer receber lembretes?',
  unsubscribed: 'Não voltará a receber lembretes.',
};
