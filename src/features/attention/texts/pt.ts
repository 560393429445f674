/** Portuguese. Source: docs/reference/subscriptions.md ("Languages"). */
import type { FindingTexts } from './finding-texts.ts';

const asShown = 'Crie os registos DNS como indicado na página do domínio.';
const retried = 'O pedido é repetido automaticamente.';
const uploadOrDelete = 'ou elimine-o para que seja emitido um automático.';
const checkDestination =
  'Verifique o destino num navegador e altere destination_url para uma página que exista.';
const challengePath = '/.well-known/acme-challenge/';
const failed = 'De {handshakes} ligações a {host} em 15 minutos, {failed} falharam, sobretudo porque';
const expected = 'com base nas quatro semanas anteriores, esperavam-se {expected}.';

const caa = {
  caa_forbids: [
    'Os registos CAA proíbem a autoridade de certificação de emitir um certificado.',
    'Acrescente o registo CAA indicado na página do domínio ou remova os outros.',
  ],
  caa_malformed: [
    'Um registo CAA está mal formado e, por isso, não permite nenhum certificado.',
    'Corrija o registo CAA.',
  ],
  caa_other_account: [
    'Os registos CAA só permitem certificados para outra conta na autoridade de certificação.',
    'Acrescente o registo CAA indicado na página do domínio.',
  ],
  caa_other_method: [
    'Os registos CAA não permitem o método de validação utilizado aqui.',
    'Acrescente o registo CAA indicado na página do domínio ou remova validationmethods.',
  ],
  caa_critical: [
    'Um registo CAA tem uma propriedade crítica que as autoridades de certificação não conhecem.',
    'Remova esse registo CAA.',
  ],
} as const;

export const pt: FindingTexts = {
  many: (count, host) => `${count} domínios de ${host}`,
  installation: 'Esta instalação',
  summaries: {
    dns_lost: '{subject}: os registos DNS já não apontam para aqui.',
    dns_wrong: '{subject}: os registos DNS ainda não apontam para aqui.',
    caa_forbids: '{subject}: os registos CAA proíbem o certificado.',
    certificate_failed: '{subject}: não há certificado, pelo que os navegadores recusam a ligação.',
    certificate_expiring: '{subject}: o certificado expira em breve.',
    renewal_will_fail: '{subject}: a próxima renovação do certificado vai falhar.',
    upstream_down: 'O servidor de origem {subject} está inacessível.',
    upstream_errors: '{subject}: muitos pedidos recebem um erro.',
    upstream_slow: '{subject}: as respostas demoram muito mais do que o habitual.',
    traffic_drop: '{subject}: chegam muito menos pedidos do que o habitual.',
    traffic_spike: '{subject}: chegam muito mais pedidos do que o habitual.',
    not_found_surge: '{subject}: muito mais pedidos do que o habitual recebem um erro 404.',
    loop: '{subject}: os visitantes são redirecionados em círculo.',
    handshakes_fail: '{subject}: a maioria dos visitantes não obtém uma ligação segura.',
    destination_broken: '{subject}: o redirecionamento leva a uma página que não funciona.',
  },
  causes: {
    dns_lost: {
      records_missing: [
        'Os registos DNS apontam para outro lugar ou desapareceram.',
        'Reponha os registos DNS como indicado na página do domínio. São verificados a cada poucos minutos.',
      ],
    },
    dns_wrong: {
      records_missing: [
        'Os registos DNS ainda nunca foram encontrados.',
        'Peça ao titular do domínio que crie os registos DNS. Uma hiperligação de configuração mostra-os e verifica-os.',
      ],
    },
    caa_forbids: caa,
    certificate_failed: {
      order_failed: [
        'A autoridade de certificação recusou o pedido.',
        `A página do domínio indica o motivo. ${retried}`,
      ],
      records_elsewhere: ['Os registos DNS não apontam para aqui.', `${asShown} ${retried}`],
      records_unanswered: [
        'Não foi possível consultar os registos DNS.',
        `Verifique os servidores de nomes do domínio. ${retried}`,
      ],
      challenge_not_delegated: [
        'O registo CNAME de _acme-challenge não existe ou aponta para outro lugar.',
        `Crie o registo CNAME de _acme-challenge como indicado na página do domínio. ${retried}`,
      ],
      caa_forbids: caa.caa_forbids,
      authority_rate_limit: [
        'Por agora, a autoridade de certificação não emite mais certificados para este domínio.',
        'Aguarde: o pedido é repetido automaticamente assim que for possível.',
      ],
      authority_account_refused: [
        'A autoridade de certificação não aceita a conta deste serviço.',
        'O operador deste serviço tem de criar uma nova conta na autoridade de certificação.',
      ],
      authority_away: [
        'A autoridade de certificação está inacessível.',
        'Aguarde ou peça ao operador que verifique a ligação à autoridade de certificação.',
      ],
      order_stuck: ['A autoridade de certificação não decidiu o pedido a tempo.', `Aguarde. ${retried}`],
      service_failed: [
        'Ocorreu um erro neste serviço.',
        `O operador encontra o motivo no registo de eventos. ${retried}`,
      ],
    },
    certificate_expiring: {
      not_renewed: [
        'O certificado expira a {expires_at} e a sua renovação falhou.',
        'Corrija o último erro indicado na página do domínio. A renovação é repetida automaticamente.',
      ],
      custom_not_replaced: [
        'O certificado carregado expira a {expires_at} e não há outro.',
        `Carregue um novo certificado ${uploadOrDelete}`,
      ],
    },
    renewal_will_fail: {
      records_elsewhere: ['Os registos DNS apontam para outro lugar.', asShown],
      delegation_missing: [
        'O registo CNAME para a validação do certificado desapareceu.',
        'Crie o registo CNAME como indicado na página do domínio.',
      ],
      delegation_elsewhere: [
        'O registo CNAME para a validação do certificado aponta para outro lugar.',
        'Substitua o registo CNAME pelo que é indicado na página do domínio.',
      ],
      challenge_unanswered: [
        'A zona DNS deste serviço não responde à validação.',
        'O operador deste serviço tem de garantir que a zona está delegada e que a porta 53 está aberta.',
      ],
      zone_missing: [
        'Este serviço já não tem uma zona DNS para a validação.',
        'O operador deste serviço tem de definir NAMEPLATE_DNS_ZONE; em alternativa, escolha http01.',
      ],
      wildcard_without_dns: [
        'Um certificado wildcard só pode ser validado por DNS.',
        'Altere challenge_type para dns01 ou carregue um certificado.',
      ],
      ...caa,
      caa_unanswered: [
        'Os servidores de nomes respondem com um erro à consulta de registos CAA.',
        'Peça a reparação dos servidores de nomes: sem resposta, as autoridades de certificação não emitem nada.',
      ],
      no_address: ['O domínio não tem nenhum endereço.', asShown],
      address_not_public: ['O domínio tem um endereço inacessível a partir da Internet.', asShown],
      port_80_closed: [
        'A porta 80 recusa ligações.',
        'Abra a porta 80: as autoridades de certificação utilizam-na para a validação.',
      ],
      address_unreachable: [
        'Um dos endereços deste serviço não responde, e outros respondem.',
        'Abra a firewall desse endereço ou remova o seu registo.',
      ],
      token_missing: [
        'Responde algo que não é este serviço.',
        `Faça com que o proxy à frente deixe passar ${challengePath} sem o guardar em cache.`,
      ],
      redirected_elsewhere: [
        'Os pedidos de validação são redirecionados para outro domínio.',
        `Exclua ${challengePath} do redirecionamento à frente.`,
      ],
      too_many_redirects: [
        'Os pedidos de validação são redirecionados vezes sem conta.',
        `Exclua ${challengePath} dos redirecionamentos à frente.`,
      ],
      connection_broken: [
        'As ligações à porta 80 são interrompidas.',
        'Verifique o que está à frente da porta 80: aceita ligações e não responde.',
      ],
    },
    upstream_down: {
      checks_failed: [
        'A verificação de estado falhou três vezes seguidas.',
        'Verifique se o servidor de origem está a funcionar e responde à verificação de estado com um código permitido.',
      ],
      no_connection: [
        'Em 5 minutos foram tentados {requests} pedidos e nenhum obteve ligação.',
        'Verifique se o servidor de origem está a funcionar e se a sua firewall permite ligações deste serviço.',
      ],
    },
    upstream_errors: {
      answers_failed: [
        'De {requests} pedidos ao servidor de origem em 5 minutos, {failed} falharam.',
        'Analise os pedidos que falharam e o registo de eventos do servidor de origem.',
      ],
    },
    upstream_slow: {
      answers_late: [
        'Uma em cada 20 respostas do servidor de origem demora {p95_seconds} s ou mais; o habitual a esta hora são {usual_p95_seconds} s.',
        'Verifique a carga do servidor de origem e o que mudou nele.',
      ],
    },
    traffic_drop: {
      requests_missing: [
        `Na última hora chegaram {requests} pedidos; ${expected}`,
        'Verifique se os visitantes ainda chegam ao domínio: registos DNS, certificado e sites com hiperligações para ele.',
      ],
      requests_missing_everywhere: [
        'Muitos domínios desta instalação recebem muito menos pedidos do que o esperado, pelo que a causa é comum.',
        'Verifique se os visitantes chegam à instalação: endereços, rede e balanceador de carga.',
      ],
    },
    traffic_spike: {
      requests_many: [
        `Na última hora chegaram {requests} pedidos; ${expected}`,
        'Analise as origens e os caminhos: uma campanha não exige nada, e uma regra pode limitar ou bloquear o que não é desejado.',
      ],
    },
    not_found_surge: {
      pages_missing: [
        `Na última hora houve {not_found} respostas 404; ${expected}`,
        'Analise os caminhos não encontrados e redirecione os que os visitantes devem alcançar.',
      ],
    },
    loop: {
      answers_508: [
        'Em 5 minutos, {answers} pedidos receberam a resposta 508, porque nunca teriam chegado a uma página.',
        'Verifique para onde levam os redirecionamentos e as regras, e se o servidor de origem não remete de novo para este serviço.',
      ],
    },
    handshakes_fail: {
      no_certificate: [
        `${failed} não há certificado.`,
        'Corrija o motivo indicado na página do domínio ou carregue um certificado.',
      ],
      certificate_unusable: [
        `${failed} o certificado não pode ser utilizado.`,
        `Carregue novamente o certificado com a cadeia e a chave ${uploadOrDelete}`,
      ],
      bad_certificate: [
        `${failed} os navegadores consideram o certificado mal formado.`,
        `Carregue outro certificado com a cadeia completa ${uploadOrDelete}`,
      ],
      certificate_unknown: [
        `${failed} os navegadores recusam o certificado.`,
        'Verifique se o certificado inclui o domínio, é válido e tem a cadeia completa.',
      ],
      certificate_expired: [
        `${failed} o certificado expirou.`,
        `Carregue um novo certificado ${uploadOrDelete}`,
      ],
      unknown_ca: [
        `${failed} os navegadores não confiam na autoridade de certificação.`,
        `Carregue um certificado de uma autoridade reconhecida com a cadeia completa ${uploadOrDelete}`,
      ],
    },
    destination_broken: {
      not_found: ['{destination} responde 404: essa página não existe.', checkDestination],
      gone: ['{destination} responde 410: a página foi removida.', checkDestination],
      server_error: ['{destination} responde com um erro do servidor.', checkDestination],
      no_answer: ['{destination} não responde.', checkDestination],
    },
  },
};
