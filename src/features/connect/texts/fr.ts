/** French. Source: docs/reference/connect-page.md ("Languages"). */
import type { Texts } from './text-names.ts';

export const fr: Texts = {
  colon: '\u00a0:',
  yourProvider: 'votre prestataire',

  connectTitle: (host) => `Connecter ${host}`,
  liveTitle: (host) => `${host} est en ligne`,
  liveText: 'Les visiteurs y accèdent par une connexion sécurisée. Vous n’avez plus rien à faire.',
  preparedText: (host) =>
    `Tout est prêt pour ${host}\u00a0: vous pouvez y diriger vos visiteurs dès maintenant, avec les enregistrements ci-dessous qui n’ont pas encore été détectés.`,
  address: 'Adresse',
  liveSince: 'En ligne depuis',
  dnsRecords: 'Enregistrements DNS',
  ownership: 'Propriété',
  certificate: 'Certificat',
  found: 'détectés',
  notFound: 'pas encore détectés',
  notChecked: 'pas encore vérifiés',
  ownershipNotFound:
    'l’enregistrement TXT n’a pas encore été détecté. Ce domaine, ou un domaine parent ou enfant, appartenait récemment ici à un autre client\u00a0; cet enregistrement prouve qu’il est à vous',

  validUntil: (day) => `valable jusqu’au ${day}`,
  uploadedBy: (name) => `fourni par ${name}`,
  issuedLater: 'émis automatiquement dès que les enregistrements sont détectés',
  beingIssued: 'en cours d’émission, cela prend quelques minutes',
  dnsIsRight: 'Votre configuration DNS est correcte.',
  retryAt: (time) => `Prochaine tentative\u00a0: ${time}.`,
  retrySoon: 'Nouvelle tentative dans un instant.',
  reasons: {
    authorityAway: 'L’autorité de certification était injoignable.',
    authorityBusy: 'L’autorité de certification n’émet plus de certificats pour ce domaine pour le moment.',
    undecided: 'L’autorité de certification n’a pas encore statué.',
    refusedConnection: (host) =>
      `L’autorité de certification n’a pas pu joindre ${host}, car la connexion a été refusée.`,
    noAnswer: (host) =>
      `L’autorité de certification n’a pas pu joindre ${host}, car aucune réponse n’est arrivée à temps.`,
    otherAnswer: (host) =>
      `L’autorité de certification a reçu une réponse inattendue de ${host}, car un autre serveur ou un CDN y répond.`,
    recordsElsewhere: (host) =>
      `Pour l’autorité de certification, les enregistrements de ${host} mènent ailleurs.`,
    caa: (host) => `Les enregistrements CAA de ${host} interdisent le certificat.`,
    challenge: (host) => `L’enregistrement CNAME de _acme-challenge.${host} est absent ou mène ailleurs.`,
    operator: (name) => `La correction doit être faite par ${name}.`,
    other: 'L’autorité de certification indique\u00a0:',
  },
  problems: {
    elsewhere: (host, found, wanted) => `${host} mène à ${found} au lieu de ${wanted}.`,
    missing: (host) =>
      `${host} n’a pas encore d’enregistrement. Un nouvel enregistrement peut mettre jusqu’à une heure à être visible.`,
    unregistered: (domain) =>
      `Le domaine ${domain} n’existe pas\u00a0: il n’est pas enregistré, ou n’a pas de serveurs de noms.`,
    noAddress: (host) => `${host} existe dans le DNS, mais n’a pas d’enregistrement A, AAAA ou CNAME.`,
    stray: (host, type, addresses) =>
      `${host} a aussi des enregistrements ${type} d’autres serveurs (${addresses}). Supprimez-les.`,
    proxied: (host, provider) =>
      `Le proxy de ${provider} masque l’enregistrement. Désactivez-le pour ${host} («\u00a0DNS only\u00a0»).`,
    apex: (host) =>
      `${host} ne peut pas avoir d’enregistrement CNAME. Créez des enregistrements A et AAAA, ou ALIAS si votre fournisseur le propose.`,
    doubled: (name, label) =>
      `L’enregistrement a été créé sous le nom ${name}, car le fournisseur ajoute le domaine. Saisissez ${label} comme nom.`,
    endDot: (value) =>
      `Le fournisseur a ajouté le domaine à la valeur. Saisissez-la avec un point à la fin\u00a0: ${value}`,
    caa: (name, record) =>
      `Les enregistrements CAA de ${name} interdisent le certificat. Ajoutez cet enregistrement\u00a0: ${record}`,
    challenge: (name, value) =>
      `Pour le certificat, ${name} doit avoir un enregistrement CNAME avec la valeur ${value}.`,
    circle: (host) => `Les enregistrements CNAME de ${host} tournent en rond.`,
    notPublic: (address) => `${address} n’est pas joignable depuis Internet.`,
    wildcard: (host, wildcard) =>
      `C’est l’enregistrement ${wildcard} qui répond pour ${host}. Un enregistrement propre à ${host} est prioritaire.`,
    caaUnusable: (name) =>
      `Les enregistrements CAA de ${name} sont inutilisables\u00a0: aucun certificat n’est émis. Faites-les corriger chez votre fournisseur DNS.`,
    unanswered: (name) => `${name} n’a pas pu être consulté. Nous vérifierons à nouveau.`,
  },

  unknownRecords: (name) => `Les enregistrements ne sont pas encore connus. Adressez-vous à ${name}.`,
  setRecords: 'Créez ces enregistrements chez votre fournisseur DNS',
  setUpAt: (provider) => `Configurer automatiquement chez ${provider}`,
  orYourself: 'Ou créez ces enregistrements vous-même\u00a0:',
  lookingForRecords:
    'Nous recherchons maintenant les nouveaux enregistrements. Ils peuvent mettre quelques minutes à être visibles\u00a0; cette page s’actualise d’elle-même.',
  setUpNotDone:
    'La configuration chez votre fournisseur DNS n’a pas été menée à terme. Réessayez, ou créez vous-même les enregistrements ci-dessous.',
  providerIs: (provider) => `Votre domaine est chez ${provider}\u00a0:`,
  findProvider:
    'Votre fournisseur DNS est celui chez qui vous avez acheté le domaine, ou celui de ses serveurs de noms.',
  dnsOnly: 'Désactivez le nuage orange («\u00a0DNS only\u00a0») pour le nouvel enregistrement.',
  type: 'Type',
  recordName: 'Nom',
  value: 'Valeur',
  state: 'État',
  seen: 'détecté',
  notSeen: 'non détecté',
  copy: 'Copier',
  copied: 'Copié',
  copyText: (text) => `Copier ${text}`,
  checkNow: 'Vérifier maintenant',
  lastChecked: (time) => `Dernière vérification\u00a0: ${time}.`,
  takesAnHour: 'De nouveaux enregistrements peuvent mettre jusqu’à une heure à être visibles partout.',
  forYouAlone: (time) =>
    `Cette page n’est destinée qu’à vous\u00a0: toute personne ayant son adresse peut la voir, jusqu’au ${time}.`,
  closedTitle: 'Ce lien n’est pas valide',
  closedText: 'Il a expiré ou a été révoqué. Demandez-en un nouveau à la personne qui vous l’a envoyé.',

  statisticsTitle: (host) => `Statistiques de ${host}`,
  byDay: 'Visiteurs par jour',
  chart: (most, day) => `Visiteurs par jour, ${most} au maximum le ${day}`,
  atMost: (most) => `${most} par jour au maximum`,
  daysOf: (zone) => `Jours du fuseau horaire ${zone}.`,
  notCounted: 'Les visiteurs ne sont pas comptés.',

  mailSubject: (name, host) => `${name}\u00a0: connectez ${host}`,
  mailIntro: (name, host) =>
    `Ajoutez ces enregistrements chez votre fournisseur DNS pour connecter ${host} à ${name}\u00a0:`,
  mailPage:
    'Cette page indique où cliquer, vérifie les enregistrements et vous prévient quand tout est terminé\u00a0:',
  mailUntil: (time) => `La page fonctionne jusqu’au ${time}. Toute personne ayant son adresse peut la voir.`,
  mailStranger: (name) =>
    `Si vous ne connaissez pas ${name}, ou si ${name} n’a rien à voir avec votre domaine, ignorez cet e-mail.`,
  reminderSubject: (name, host) => `${name}\u00a0: ${host} n’est pas encore connecté`,
  reminderIntro: (name, host) =>
    `${host} n’est pas encore connecté à ${name}. Ajoutez ces enregistrements chez votre fournisseur DNS\u00a0:`,
  reminderWhy: (name, host) => `Vous recevez ce rappel car ${name} a configuré ${host} pour vous.`,
  unsubscribe: 'Ne plus recevoir de rappels',
  unsubscribeQuestion: 'Vous ne souhaitez plus recevoir de rappels\u00a0?',
  unsubscribed: 'Vous ne recevrez plus de rappels.',
};
