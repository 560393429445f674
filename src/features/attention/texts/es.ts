/** Spanish. Source: docs/reference/subscriptions.md ("Languages"). */
import type { FindingTexts } from './finding-texts.ts';

const asShown = 'Cree los registros DNS como se indica en la página del dominio.';
const retried = 'La solicitud se repite automáticamente.';
const uploadOrDelete = 'o elimínelo para que se emita uno automático.';
const checkDestination =
  'Compruebe el destino en un navegador y cambie destination_url a una página que exista.';
const challengePath = '/.well-known/acme-challenge/';
const failed = 'De {handshakes} conexiones a {host} en 15 minutos fallaron {failed}, en su mayoría porque';
const expected = 'según las cuatro semanas anteriores se esperaban {expected}.';

const caa = {
  caa_forbids: [
    'Los registros CAA prohíben a la autoridad de certificación emitir un certificado.',
    'Añada el registro CAA que se indica en la página del dominio o elimine los demás.',
  ],
  caa_malformed: [
    'Un registro CAA está mal formado y por eso no permite ningún certificado.',
    'Corrija el registro CAA.',
  ],
  caa_other_account: [
    'Los registros CAA solo permiten certificados para otra cuenta en la autoridad de certificación.',
    'Añada el registro CAA que se indica en la página del dominio.',
  ],
  caa_other_method: [
    'Los registros CAA no permiten el método de validación que se utiliza aquí.',
    'Añada el registro CAA que se indica en la página del dominio o elimine validationmethods.',
  ],
  caa_critical: [
    'Un registro CAA tiene una propiedad crítica que las autoridades de certificación no conocen.',
    'Elimine ese registro CAA.',
  ],
} as const;

export const es: FindingTexts = {
  many: (count, host) => `${count} dominios de ${host}`,
  installation: 'Esta instalación',
  summaries: {
    dns_lost: '{subject}: los registros DNS ya no apuntan aquí.',
    dns_wrong: '{subject}: los registros DNS todavía no apuntan aquí.',
    caa_forbids: '{subject}: los registros CAA prohíben el certificado.',
    certificate_failed: '{subject}: no hay certificado, por lo que los navegadores rechazan la conexión.',
    certificate_expiring: '{subject}: el certificado caduca pronto.',
    renewal_will_fail: '{subject}: la próxima renovación del certificado fallará.',
    upstream_down: 'No se puede acceder al servidor de origen {subject}.',
    upstream_errors: '{subject}: muchas solicitudes reciben un error.',
    upstream_slow: '{subject}: las respuestas tardan mucho más de lo habitual.',
    traffic_drop: '{subject}: llegan muchas menos solicitudes de lo habitual.',
    traffic_spike: '{subject}: llegan muchas más solicitudes de lo habitual.',
    not_found_surge: '{subject}: muchas más solicitudes de lo habitual reciben un error 404.',
    loop: '{subject}: los visitantes entran en un bucle de redirecciones.',
    handshakes_fail: '{subject}: la mayoría de los visitantes no obtiene una conexión segura.',
    destination_broken: '{subject}: la redirección lleva a una página que no funciona.',
  },
  causes: {
    dns_lost: {
      records_missing: [
        'Los registros DNS apuntan a otro lugar o han desaparecido.',
        'Restablezca los registros DNS como se indica en la página del dominio. Se comprueban cada pocos minutos.',
      ],
    },
    dns_wrong: {
      records_missing: [
        'Los registros DNS aún no se han encontrado nunca.',
        'Pida al titular del dominio que cree los registros DNS. Un enlace de conexión los muestra y los comprueba.',
      ],
    },
    caa_forbids: caa,
    certificate_failed: {
      order_failed: [
        'La autoridad de certificación rechazó la solicitud.',
        `La página del dominio indica el motivo. ${retried}`,
      ],
      records_elsewhere: ['Los registros DNS no apuntan aquí.', `${asShown} ${retried}`],
      records_unanswered: [
        'No se pudieron consultar los registros DNS.',
        `Compruebe los servidores de nombres del dominio. ${retried}`,
      ],
      challenge_not_delegated: [
        'El registro CNAME de _acme-challenge falta o apunta a otro lugar.',
        `Cree el registro CNAME de _acme-challenge como se indica en la página del dominio. ${retried}`,
      ],
      caa_forbids: caa.caa_forbids,
      authority_rate_limit: [
        'Por ahora, la autoridad de certificación no emite más certificados para este dominio.',
        'Espere: la solicitud se repite automáticamente en cuanto sea posible.',
      ],
      authority_account_refused: [
        'La autoridad de certificación no acepta la cuenta de este servicio.',
        'El operador de este servicio tiene que crear una cuenta nueva en la autoridad de certificación.',
      ],
      authority_away: [
        'No se puede acceder a la autoridad de certificación.',
        'Espere o pida al operador que compruebe la conexión con la autoridad de certificación.',
      ],
      order_stuck: ['La autoridad de certificación no resolvió la solicitud a tiempo.', `Espere. ${retried}`],
      service_failed: [
        'Se produjo un error en este servicio.',
        `El operador encontrará el motivo en el registro de eventos. ${retried}`,
      ],
    },
    certificate_expiring: {
      not_renewed: [
        'El certificado caduca el {expires_at} y su renovación ha fallado.',
        'Corrija el último error que indica la página del dominio. La renovación se repite automáticamente.',
      ],
      custom_not_replaced: [
        'El certificado que se subió caduca el {expires_at} y no hay otro.',
        `Suba un certificado nuevo ${uploadOrDelete}`,
      ],
    },
    renewal_will_fail: {
      records_elsewhere: ['Los registros DNS apuntan a otro lugar.', asShown],
      delegation_missing: [
        'Ha desaparecido el registro CNAME para la validación del certificado.',
        'Cree el registro CNAME como se indica en la página del dominio.',
      ],
      delegation_elsewhere: [
        'El registro CNAME para la validación del certificado apunta a otro lugar.',
        'Sustituya el registro CNAME por el que se indica en la página del dominio.',
      ],
      challenge_unanswered: [
        'La zona DNS de este servicio no responde a la validación.',
        'El operador de este servicio tiene que asegurarse de que la zona esté delegada y el puerto 53 abierto.',
      ],
      zone_missing: [
        'Este servicio ya no tiene una zona DNS para la validación.',
        'El operador de este servicio tiene que definir NAMEPLATE_DNS_ZONE; si no, elija http01.',
      ],
      wildcard_without_dns: [
        'Un certificado comodín solo se puede validar por DNS.',
        'Cambie challenge_type a dns01 o suba un certificado.',
      ],
      ...caa,
      caa_unanswered: [
        'Los servidores de nombres responden con un error a la consulta de registros CAA.',
        'Pida que se reparen los servidores de nombres: sin respuesta, las autoridades de certificación no emiten nada.',
      ],
      no_address: ['El dominio no tiene ninguna dirección.', asShown],
      address_not_public: [
        'El dominio tiene una dirección a la que no se puede acceder desde Internet.',
        asShown,
      ],
      port_80_closed: [
        'El puerto 80 rechaza las conexiones.',
        'Abra el puerto 80: las autoridades de certificación lo utilizan para la validación.',
      ],
      address_unreachable: [
        'Una de las direcciones de este servicio no responde, y otras sí.',
        'Abra el cortafuegos de esa dirección o elimine su registro.',
      ],
      token_missing: [
        'Responde algo distinto de este servicio.',
        `Haga que el proxy que está delante deje pasar ${challengePath} sin guardarlo en caché.`,
      ],
      redirected_elsewhere: [
        'Las solicitudes de validación se redirigen a otro dominio.',
        `Excluya ${challengePath} de la redirección que está delante.`,
      ],
      too_many_redirects: [
        'Las solicitudes de validación se redirigen una y otra vez.',
        `Excluya ${challengePath} de las redirecciones que están delante.`,
      ],
      connection_broken: [
        'Las conexiones al puerto 80 se interrumpen.',
        'Compruebe qué hay delante del puerto 80: acepta conexiones y no responde.',
      ],
    },
    upstream_down: {
      checks_failed: [
        'La comprobación de estado falló tres veces seguidas.',
        'Compruebe que el servidor de origen funciona y que responde a la comprobación de estado con un código permitido.',
      ],
      no_connection: [
        'En 5 minutos se intentaron {requests} solicitudes y ninguna obtuvo conexión.',
        'Compruebe que el servidor de origen funciona y que su cortafuegos permite las conexiones de este servicio.',
      ],
    },
    upstream_errors: {
      answers_failed: [
        'De {requests} solicitudes al servidor de origen en 5 minutos fallaron {failed}.',
        'Revise las solicitudes fallidas y el registro de eventos del servidor de origen.',
      ],
    },
    upstream_slow: {
      answers_late: [
        'Una de cada 20 respuestas del servidor de origen tarda {p95_seconds} s o más; lo habitual a esta hora son {usual_p95_seconds} s.',
        'Compruebe la carga del servidor de origen y qué ha cambiado en él.',
      ],
    },
    traffic_drop: {
      requests_missing: [
        `En la última hora llegaron {requests} solicitudes; ${expected}`,
        'Compruebe que los visitantes siguen llegando al dominio: registros DNS, certificado y sitios que lo enlazan.',
      ],
      requests_missing_everywhere: [
        'Muchos dominios de esta instalación reciben muchas menos solicitudes de lo esperado, así que la causa es común.',
        'Compruebe que los visitantes llegan a la instalación: direcciones, red y balanceador de carga.',
      ],
    },
    traffic_spike: {
      requests_many: [
        `En la última hora llegaron {requests} solicitudes; ${expected}`,
        'Revise las fuentes y las rutas: una campaña no requiere nada, y una regla puede limitar o bloquear lo no deseado.',
      ],
    },
    not_found_surge: {
      pages_missing: [
        `En la última hora hubo {not_found} respuestas 404; ${expected}`,
        'Revise las rutas no encontradas y redirija las que los visitantes deberían alcanzar.',
      ],
    },
    loop: {
      answers_508: [
        'En 5 minutos se respondió con 508 a {answers} solicitudes, porque nunca habrían llegado a una página.',
        'Compruebe adónde llevan las redirecciones y las reglas, y que el servidor de origen no remita de nuevo a este servicio.',
      ],
    },
    handshakes_fail: {
      no_certificate: [
        `${failed} no hay certificado.`,
        'Corrija el motivo que indica la página del dominio o suba un certificado.',
      ],
      certificate_unusable: [
        `${failed} el certificado no se puede utilizar.`,
        `Vuelva a subir el certificado con su cadena y su clave ${uploadOrDelete}`,
      ],
      bad_certificate: [
        `${failed} los navegadores consideran que el certificado está mal formado.`,
        `Suba otro certificado con su cadena completa ${uploadOrDelete}`,
      ],
      certificate_unknown: [
        `${failed} los navegadores rechazan el certificado.`,
        'Compruebe que el certificado incluye el dominio, es válido y tiene su cadena completa.',
      ],
      certificate_expired: [
        `${failed} el certificado ha caducado.`,
        `Suba un certificado nuevo ${uploadOrDelete}`,
      ],
      unknown_ca: [
        `${failed} los navegadores no confían en la autoridad de certificación.`,
        `Suba un certificado de una autoridad reconocida con su cadena completa ${uploadOrDelete}`,
      ],
    },
    destination_broken: {
      not_found: ['{destination} responde 404: esa página no existe.', checkDestination],
      gone: ['{destination} responde 410: la página se ha eliminado.', checkDestination],
      server_error: ['{destination} responde con un error del servidor.', checkDestination],
      no_answer: ['{destination} no responde.', checkDestination],
    },
  },
};
