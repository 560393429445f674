/** What e-mails about signing in say, in each language. Source: docs/reference/people.md ("A forgotten password", "Invitations"). */
import type { Language } from '../../core/languages.ts';

type AccountTexts = {
  readonly resetSubject: string;
  readonly resetIntro: (to: string) => string;
  readonly resetSeveral: string;
  readonly resetButton: string;
  readonly noAccount: string;
  readonly resetUntil: string;
  readonly resetStranger: string;
  /** In place of an account's name. */
  readonly anAccount: string;
  readonly joinSubject: (name: string) => string;
  readonly joinIntro: (name: string, to: string) => string;
  readonly joinButton: (name: string) => string;
  /** UTC. */
  readonly joinUntil: (time: string) => string;
  readonly joinStranger: (name: string) => string;
};

export const accountTexts: Readonly<Record<Language, AccountTexts>> = {
  en: {
    resetSubject: 'Reset your Nameplate password',
    resetIntro: (to) => `Somebody asked to reset the password that ${to} signs in to Nameplate with.`,
    resetSeveral:
      'Several users have this address, each with a password and a link of its own. They are told apart by their accounts:',
    resetButton: 'Choose a new password',
    noAccount: 'no account',
    resetUntil: 'A link works once, for 30 minutes. Your second factor stays as it is.',
    resetStranger: 'If it wasn’t you, ignore this e-mail: nothing has changed.',
    anAccount: 'an account',
    joinSubject: (name) => `Join ${name} on Nameplate`,
    joinIntro: (name, to) =>
      `You are invited to join ${name} on Nameplate, which manages its custom domains, with the address ${to}.`,
    joinButton: (name) => `Join ${name}`,
    joinUntil: (time) => `The link works once, until ${time} (UTC).`,
    joinStranger: (name) => `If you don’t know ${name}, ignore this e-mail.`,
  },
  de: {
    resetSubject: 'Nameplate-Passwort zurücksetzen',
    resetIntro: (to) => `Jemand möchte das Passwort zurücksetzen, mit dem sich ${to} bei Nameplate anmeldet.`,
    resetSeveral:
      'Diese Adresse haben mehrere Benutzer, jeder mit eigenem Passwort und eigenem Link. Sie unterscheiden sich durch ihre Konten:',
    resetButton: 'Neues Passwort wählen',
    noAccount: 'kein Konto',
    resetUntil: 'Ein Link gilt einmal, 30 Minuten lang. Ihr zweiter Faktor bleibt unverändert.',
    resetStranger: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.',
    anAccount: 'einem Konto',
    joinSubject: (name) => `Einladung zu ${name} auf Nameplate`,
    joinIntro: (name, to) =>
      `Sie sind mit der Adresse ${to} zu ${name} auf Nameplate eingeladen, wo die eigenen Domains von Kunden verwaltet werden.`,
    joinButton: (name) => `${name} beitreten`,
    joinUntil: (time) => `Der Link gilt einmal, bis ${time} (UTC).`,
    joinStranger: (name) => `Wenn Sie mit ${name} nichts zu tun haben, ignorieren Sie diese E-Mail.`,
  },
  fr: {
    resetSubject: 'Réinitialiser votre mot de passe Nameplate',
    resetIntro: (to) =>
      `Une personne a demandé à réinitialiser le mot de passe avec lequel ${to} se connecte à Nameplate.`,
    resetSeveral:
      'Plusieurs utilisateurs ont cette adresse, chacun avec son mot de passe et son lien. Ils se distinguent par leurs comptes\u00a0:',
    resetButton: 'Choisir un nouveau mot de passe',
    noAccount: 'aucun compte',
    resetUntil: 'Un lien fonctionne une seule fois, pendant 30 minutes. Votre second facteur reste inchangé.',
    resetStranger: 'Si ce n’était pas vous, ignorez cet e-mail\u00a0: rien n’a changé.',
    anAccount: 'un compte',
    joinSubject: (name) => `Rejoindre ${name} sur Nameplate`,
    joinIntro: (name, to) =>
      `Vous êtes invité à rejoindre ${name} sur Nameplate, qui gère ses domaines personnalisés, avec l’adresse ${to}.`,
    joinButton: (name) => `Rejoindre ${name}`,
    joinUntil: (time) => `Le lien fonctionne une seule fois, jusqu’au ${time} (UTC).`,
    joinStranger: (name) => `Si vous ne connaissez pas ${name}, ignorez cet e-mail.`,
  },
  es: {
    resetSubject: 'Restablecer su contraseña de Nameplate',
    resetIntro: (to) =>
      `Alguien ha pedido restablecer la contraseña con la que ${to} inicia sesión en Nameplate.`,
    resetSeveral:
      'Varios usuarios tienen esta dirección, cada uno con su contraseña y su enlace. Se distinguen por sus cuentas:',
    resetButton: 'Elegir una contraseña nueva',
    noAccount: 'ninguna cuenta',
    resetUntil: 'Cada enlace sirve una sola vez, durante 30 minutos. Su segundo factor no cambia.',
    resetStranger: 'Si no ha sido usted, ignore este correo: no ha cambiado nada.',
    anAccount: 'una cuenta',
    joinSubject: (name) => `Únase a ${name} en Nameplate`,
    joinIntro: (name, to) =>
      `Ha recibido una invitación para unirse a ${name} en Nameplate, que gestiona sus dominios personalizados, con la dirección ${to}.`,
    joinButton: (name) => `Unirse a ${name}`,
    joinUntil: (time) => `El enlace sirve una sola vez, hasta el ${time} (UTC).`,
    joinStranger: (name) => `Si no conoce ${name}, ignore este correo.`,
  },
  pt: {
    resetSubject: 'Repor a sua palavra-passe do Nameplate',
    resetIntro: (to) => `Alguém pediu para repor a palavra-passe com que ${to} inicia sessão no Nameplate.`,
    resetSeveral:
      'Vários utilizadores têm este endereço, cada um com a sua palavra-passe e a sua hiperligação. Distinguem-se pelas suas contas:',
    resetButton: 'Escolher uma nova palavra-passe',
    noAccount: 'nenhuma conta',
    resetUntil:
      'Cada hiperligação funciona uma só vez, durante 30 minutos. O seu segundo fator não se altera.',
    resetStranger: 'Se não foi você, ignore este e-mail: nada mudou.',
    anAccount: 'uma conta',
    joinSubject: (name) => `Junte-se a ${name} no Nameplate`,
    joinIntro: (name, to) =>
      `Recebeu um convite para se juntar a ${name} no Nameplate, que gere os seus domínios personalizados, com o endereço ${to}.`,
    joinButton: (name) => `Juntar-se a ${name}`,
    joinUntil: (time) => `A hiperligação funciona uma só vez, até ${time} (UTC).`,
    joinStranger: (name) => `Se não conhece ${name}, ignore este e-mail.`,
  },
  it: {
    resetSubject: 'Reimposta la tua password di Nameplate',
    resetIntro: (to) => `Qualcuno ha chiesto di reimpostare la password con cui ${to} accede a Nameplate.`,
    resetSeveral:
      'Più utenti hanno questo indirizzo, ognuno con la propria password e il proprio link. Si distinguono per i loro account:',
    resetButton: 'Scegli una nuova password',
    noAccount: 'nessun account',
    resetUntil: 'Ogni link funziona una sola volta, per 30 minuti. Il tuo secondo fattore resta invariato.',
    resetStranger: 'Se non sei stato tu, ignora questa e-mail: non è cambiato nulla.',
    anAccount: 'un account',
    joinSubject: (name) => `Unisciti a ${name} su Nameplate`,
    joinIntro: (name, to) =>
      `Hai ricevuto un invito a unirti a ${name} su Nameplate, che ne gestisce i domini personalizzati, con l’indirizzo ${to}.`,
    joinButton: (name) => `Unisciti a ${name}`,
    joinUntil: (time) => `Il link funziona una sola volta, fino al ${time} (UTC).`,
    joinStranger: (name) => `Se non conosci ${name}, ignora questa e-mail.`,
  },
  nl: {
    resetSubject: 'Uw Nameplate-wachtwoord opnieuw instellen',
    resetIntro: (to) =>
      `Iemand heeft gevraagd het wachtwoord opnieuw in te stellen waarmee ${to} zich bij Nameplate aanmeldt.`,
    resetSeveral:
      'Meerdere gebruikers hebben dit adres, elk met een eigen wachtwoord en een eigen link. U herkent ze aan hun accounts:',
    resetButton: 'Een nieuw wachtwoord kiezen',
    noAccount: 'geen account',
    resetUntil: 'Een link werkt één keer, 30 minuten lang. Uw tweede factor blijft ongewijzigd.',
    resetStranger: 'Was u dit niet? Negeer dan deze e-mail: er is niets veranderd.',
    anAccount: 'een account',
    joinSubject: (name) => `Word lid van ${name} op Nameplate`,
    joinIntro: (name, to) =>
      `U bent uitgenodigd om met het adres ${to} lid te worden van ${name} op Nameplate, waar de eigen domeinen van klanten worden beheerd.`,
    joinButton: (name) => `Lid worden van ${name}`,
    joinUntil: (time) => `De link werkt één keer, tot ${time} (UTC).`,
    joinStranger: (name) => `Kent u ${name} niet? Negeer dan deze e-mail.`,
  },
  ja: {
    resetSubject: 'Nameplate のパスワードの再設定',
    resetIntro: (to) => `${to} が Nameplate へのログインに使うパスワードの再設定が申請されました。`,
    resetSeveral:
      'このアドレスには複数のユーザーが登録されており、それぞれに別のパスワードとリンクがあります。アカウント名で見分けてください。',
    resetButton: '新しいパスワードを設定する',
    noAccount: 'アカウントなし',
    resetUntil: 'リンクは30分間、一度だけ使えます。二段階認証の設定は変わりません。',
    resetStranger: 'お心当たりがない場合は、このメールを無視してください。何も変更されていません。',
    anAccount: 'アカウント',
    joinSubject: (name) => `Nameplate の ${name} への招待`,
    joinIntro: (name, to) =>
      `カスタムドメインを管理する Nameplate で、${to} 宛てに ${name} への招待が届いています。`,
    joinButton: (name) => `${name} に参加する`,
    joinUntil: (time) => `リンクは ${time}（UTC）まで、一度だけ使えます。`,
    joinStranger: (name) => `${name} にお心当たりがない場合は、このメールを無視してください。`,
  },
};
