/** French. Source: docs/reference/subscriptions.md ("Languages"). */
import type { FindingTexts } from './finding-texts.ts';

const asShown = 'Créez les enregistrements DNS comme indiqué sur la page du domaine.';
const retried = 'La demande est renouvelée automatiquement.';
const uploadOrDelete = 'ou supprimez-le pour qu’un certificat automatique soit émis.';
const checkDestination =
  'Vérifiez la destination dans un navigateur, et remplacez destination_url par une page qui existe.';
const challengePath = '/.well-known/acme-challenge/';
const failed = 'Sur {handshakes} connexions à {host} en 15 minutes, {failed} ont échoué, le plus souvent';
const expected = 'au vu des quatre semaines précédentes, {expected} étaient attendues.';

const caa = {
  caa_forbids: [
    'Des enregistrements CAA interdisent à l’autorité de certification d’émettre un certificat.',
    'Ajoutez l’enregistrement CAA indiqué sur la page du domaine, ou supprimez les autres.',
  ],
  caa_malformed: [
    'Un enregistrement CAA est mal formé et n’autorise donc aucun certificat.',
    'Corrigez l’enregistrement CAA.',
  ],
  caa_other_account: [
    'Les enregistrements CAA n’autorisent les certificats que pour un autre compte auprès de l’autorité de certification.',
    'Ajoutez l’enregistrement CAA indiqué sur la page du domaine.',
  ],
  caa_other_method: [
    'Les enregistrements CAA n’autorisent pas la méthode de validation utilisée ici.',
    'Ajoutez l’enregistrement CAA indiqué sur la page du domaine, ou supprimez validationmethods.',
  ],
  caa_critical: [
    'Un enregistrement CAA a une propriété critique que les autorités de certification ne connaissent pas.',
    'Supprimez cet enregistrement CAA.',
  ],
} as const;

export const fr: FindingTexts = {
  many: (count, host) => `${count} domaines de ${host}`,
  installation: 'Cette installation',
  summaries: {
    dns_lost: '{subject}\u00a0: les enregistrements DNS ne mènent plus ici.',
    dns_wrong: '{subject}\u00a0: les enregistrements DNS ne mènent pas encore ici.',
    caa_forbids: '{subject}\u00a0: des enregistrements CAA interdisent le certificat.',
    certificate_failed:
      '{subject}\u00a0: il n’y a pas de certificat, les navigateurs refusent donc la connexion.',
    certificate_expiring: '{subject}\u00a0: le certificat expire bientôt.',
    renewal_will_fail: '{subject}\u00a0: le prochain renouvellement du certificat échouera.',
    upstream_down: 'Le serveur d’origine {subject} est injoignable.',
    upstream_errors: '{subject}\u00a0: de nombreuses requêtes reçoivent une erreur.',
    upstream_slow: '{subject}\u00a0: les réponses sont bien plus lentes que d’habitude.',
    traffic_drop: '{subject}\u00a0: il y a bien moins de requêtes que d’habitude.',
    traffic_spike: '{subject}\u00a0: il y a bien plus de requêtes que d’habitude.',
    not_found_surge: '{subject}\u00a0: bien plus de requêtes que d’habitude reçoivent une erreur 404.',
    loop: '{subject}\u00a0: les visiteurs tournent en rond.',
    handshakes_fail: '{subject}\u00a0: la plupart des visiteurs n’obtiennent pas de connexion sécurisée.',
    destination_broken: '{subject}\u00a0: la redirection mène à une page qui ne fonctionne pas.',
  },
  causes: {
    dns_lost: {
      records_missing: [
        'Les enregistrements DNS mènent ailleurs ou ont disparu.',
        'Rétablissez les enregistrements DNS comme indiqué sur la page du domaine. Ils sont vérifiés toutes les quelques minutes.',
      ],
    },
    dns_wrong: {
      records_missing: [
        'Les enregistrements DNS n’ont encore jamais été trouvés.',
        'Demandez au titulaire du domaine de créer les enregistrements DNS. Un lien de connexion les affiche et les vérifie.',
      ],
    },
    caa_forbids: caa,
    certificate_failed: {
      order_failed: [
        'L’autorité de certification a refusé la demande.',
        `La page du domaine en indique la raison. ${retried}`,
      ],
      records_elsewhere: ['Les enregistrements DNS ne mènent pas ici.', `${asShown} ${retried}`],
      records_unanswered: [
        'Les enregistrements DNS n’ont pas pu être consultés.',
        `Vérifiez les serveurs de noms du domaine. ${retried}`,
      ],
      challenge_not_delegated: [
        'L’enregistrement CNAME de _acme-challenge est absent ou mène ailleurs.',
        `Créez l’enregistrement CNAME de _acme-challenge comme indiqué sur la page du domaine. ${retried}`,
      ],
      caa_forbids: caa.caa_forbids,
      authority_rate_limit: [
        'L’autorité de certification n’émet plus de certificats pour ce domaine pour le moment.',
        'Patientez\u00a0: la demande est renouvelée automatiquement dès que possible.',
      ],
      authority_account_refused: [
        'L’autorité de certification n’accepte pas le compte de ce service.',
        'L’exploitant de ce service doit créer un nouveau compte auprès de l’autorité de certification.',
      ],
      authority_away: [
        'L’autorité de certification est injoignable.',
        'Patientez, ou demandez à l’exploitant de vérifier la connexion à l’autorité de certification.',
      ],
      order_stuck: [
        'L’autorité de certification n’a pas statué à temps sur la demande.',
        `Patientez. ${retried}`,
      ],
      service_failed: [
        'Une erreur s’est produite dans ce service.',
        `L’exploitant en trouve la raison dans le journal. ${retried}`,
      ],
    },
    certificate_expiring: {
      not_renewed: [
        'Le certificat expire le {expires_at}, et son renouvellement a échoué.',
        'Corrigez la dernière erreur indiquée sur la page du domaine. Le renouvellement est retenté automatiquement.',
      ],
      custom_not_replaced: [
        'Le certificat importé expire le {expires_at}, et il n’y en a pas d’autre.',
        `Importez un nouveau certificat, ${uploadOrDelete}`,
      ],
    },
    renewal_will_fail: {
      records_elsewhere: ['Les enregistrements DNS mènent ailleurs.', asShown],
      delegation_missing: [
        'L’enregistrement CNAME pour la validation du certificat a disparu.',
        'Créez l’enregistrement CNAME comme indiqué sur la page du domaine.',
      ],
      delegation_elsewhere: [
        'L’enregistrement CNAME pour la validation du certificat mène ailleurs.',
        'Remplacez l’enregistrement CNAME par celui indiqué sur la page du domaine.',
      ],
      challenge_unanswered: [
        'La zone DNS de ce service ne répond pas à la validation.',
        'L’exploitant de ce service doit s’assurer que la zone est déléguée et que le port 53 est ouvert.',
      ],
      zone_missing: [
        'Ce service n’a plus de zone DNS pour la validation.',
        'L’exploitant de ce service doit définir NAMEPLATE_DNS_ZONE\u00a0; sinon, choisissez http01.',
      ],
      wildcard_without_dns: [
        'Un certificat générique ne peut être validé que par DNS.',
        'Réglez challenge_type sur dns01, ou importez un certificat.',
      ],
      ...caa,
      caa_unanswered: [
        'Les serveurs de noms répondent par une erreur à la recherche d’enregistrements CAA.',
        'Faites réparer les serveurs de noms\u00a0: sans réponse, les autorités de certification n’émettent rien.',
      ],
      no_address: ['Le domaine n’a pas d’adresse.', asShown],
      address_not_public: ['Le domaine a une adresse injoignable depuis Internet.', asShown],
      port_80_closed: [
        'Le port 80 refuse les connexions.',
        'Ouvrez le port 80\u00a0: les autorités de certification l’utilisent pour la validation.',
      ],
      address_unreachable: [
        'Une des adresses de ce service ne répond pas, alors que d’autres répondent.',
        'Ouvrez le pare-feu devant cette adresse, ou supprimez son enregistrement.',
      ],
      token_missing: [
        'Autre chose que ce service répond.',
        `Faites en sorte que le proxy placé devant transmette ${challengePath} sans le mettre en cache.`,
      ],
      redirected_elsewhere: [
        'Les requêtes de validation sont redirigées vers un autre domaine.',
        `Excluez ${challengePath} de la redirection placée devant.`,
      ],
      too_many_redirects: [
        'Les requêtes de validation sont redirigées sans fin.',
        `Excluez ${challengePath} des redirections placées devant.`,
      ],
      connection_broken: [
        'Les connexions au port 80 sont interrompues.',
        'Vérifiez ce qui se trouve devant le port 80\u00a0: les connexions y sont acceptées, mais restent sans réponse.',
      ],
    },
    upstream_down: {
      checks_failed: [
        'Le contrôle d’état a échoué trois fois de suite.',
        'Vérifiez que le serveur d’origine fonctionne et qu’il répond au contrôle d’état avec un statut autorisé.',
      ],
      no_connection: [
        'En 5 minutes, {requests} requêtes ont été tentées et aucune n’a obtenu de connexion.',
        'Vérifiez que le serveur d’origine fonctionne et que son pare-feu laisse passer ce service.',
      ],
    },
    upstream_errors: {
      answers_failed: [
        'Sur {requests} requêtes envoyées au serveur d’origine en 5 minutes, {failed} ont échoué.',
        'Examinez les requêtes en échec et le journal du serveur d’origine.',
      ],
    },
    upstream_slow: {
      answers_late: [
        'Une réponse du serveur d’origine sur 20 prend au moins {p95_seconds} s, contre {usual_p95_seconds} s d’habitude à cette heure.',
        'Vérifiez la charge du serveur d’origine et ce qui y a changé.',
      ],
    },
    traffic_drop: {
      requests_missing: [
        `La dernière heure a compté {requests} requêtes\u00a0; ${expected}`,
        'Vérifiez que les visiteurs accèdent toujours au domaine\u00a0: enregistrements DNS, certificat et sites qui y renvoient.',
      ],
      requests_missing_everywhere: [
        'De nombreux domaines de cette installation reçoivent bien moins de requêtes que prévu\u00a0: la cause leur est donc commune.',
        'Vérifiez que les visiteurs accèdent à l’installation\u00a0: adresses, réseau et répartiteur de charge.',
      ],
    },
    traffic_spike: {
      requests_many: [
        `La dernière heure a compté {requests} requêtes\u00a0; ${expected}`,
        'Examinez les sources et les chemins\u00a0: une campagne ne demande rien, et une règle peut limiter ou bloquer les requêtes indésirables.',
      ],
    },
    not_found_surge: {
      pages_missing: [
        `La dernière heure a compté {not_found} erreurs 404\u00a0; ${expected}`,
        'Examinez les chemins introuvables, et redirigez ceux que les visiteurs devraient atteindre.',
      ],
    },
    loop: {
      answers_508: [
        'En 5 minutes, {answers} requêtes ont reçu la réponse 508, car elles n’auraient jamais abouti à une page.',
        'Vérifiez où mènent les redirections et les règles, et que le serveur d’origine ne renvoie pas vers ce service.',
      ],
    },
    handshakes_fail: {
      no_certificate: [
        `${failed} parce qu’il n’y a pas de certificat.`,
        'Corrigez la raison indiquée sur la page du domaine, ou importez un certificat.',
      ],
      certificate_unusable: [
        `${failed} parce que le certificat est inutilisable.`,
        `Importez à nouveau le certificat avec sa chaîne et sa clé, ${uploadOrDelete}`,
      ],
      bad_certificate: [
        `${failed} parce que les navigateurs jugent le certificat mal formé.`,
        `Importez un autre certificat avec sa chaîne complète, ${uploadOrDelete}`,
      ],
      certificate_unknown: [
        `${failed} parce que les navigateurs refusent le certificat.`,
        'Vérifiez que le certificat est au nom du domaine, qu’il est valide et que sa chaîne est complète.',
      ],
      certificate_expired: [
        `${failed} parce que le certificat a expiré.`,
        `Importez un nouveau certificat, ${uploadOrDelete}`,
      ],
      unknown_ca: [
        `${failed} parce que les navigateurs ne font pas confiance à l’autorité de certification.`,
        `Importez un certificat d’une autorité reconnue avec sa chaîne complète, ${uploadOrDelete}`,
      ],
    },
    destination_broken: {
      not_found: ['{destination} répond 404\u00a0: cette page n’existe pas.', checkDestination],
      gone: ['{destination} répond 410\u00a0: la page a été supprimée.', checkDestination],
      server_error: ['{destination} répond par une erreur du serveur.', checkDestination],
      no_answer: ['{destination} ne répond pas.', checkDestination],
    },
  },
};
