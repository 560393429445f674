/** What e-mails and pages of subscriptions say, in each language. Source: docs/reference/subscriptions.md ("Languages"). */
import type { Language } from '../../core/languages.ts';

export type Texts = {
  readonly confirmSubject: (name: string) => string;
  readonly confirmIntro: (name: string) => string;
  readonly confirmButton: string;
  readonly confirmUntil: string;
  readonly confirmed: string;
  readonly findingsSubject: (name: string, count: number) => string;
  readonly findingsIntro: (count: number) => string;
  readonly findingsMore: (count: number) => string;
  readonly reportSubject: (name: string, days: string) => string;
  readonly change: string;
  readonly domains: string;
  readonly pages: string;
  readonly sources: string;
  readonly countries: string;
  readonly goals: string;
  readonly openFindings: string;
  readonly nothing: string;
  readonly open: string;
  readonly why: (name: string) => string;
  readonly unsubscribe: string;
  readonly unsubscribeQuestion: string;
  readonly unsubscribed: string;
};

export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    confirmSubject: (name) => `${name}: confirm your e-mail address`,
    confirmIntro: (name) => `${name} would like to e-mail you about its domains. Confirm if you want that:`,
    confirmButton: 'Yes, send me e-mails',
    confirmUntil: 'The link works for 48 hours. If you don’t open it, you get nothing more.',
    confirmed: 'Thank you. You will get the e-mails.',
    findingsSubject: (name, count) => `${name}: ${count === 1 ? '1 problem' : `${count} problems`} found`,
    findingsIntro: (count) => (count === 1 ? 'This was found:' : `These ${count} problems were found:`),
    findingsMore: (count) => `and ${count} more.`,
    reportSubject: (name, days) => `${name}: report for ${days}`,
    change: 'Change',
    domains: 'Domains',
    pages: 'Top pages',
    sources: 'Sources',
    countries: 'Countries',
    goals: 'Goals',
    openFindings: 'Open problems',
    nothing: 'None',
    open: 'Open the dashboard',
    why: (name) => `You get this e-mail because your address is subscribed at ${name}.`,
    unsubscribe: 'Unsubscribe',
    unsubscribeQuestion: 'Do you no longer want these e-mails?',
    unsubscribed: 'You won’t get these e-mails any more.',
  },
  de: {
    confirmSubject: (name) => `${name}: E-Mail-Adresse bestätigen`,
    confirmIntro: (name) =>
      `${name} möchte Ihnen E-Mails zu seinen Domains senden. Bitte bestätigen Sie, wenn Sie das wünschen:`,
    confirmButton: 'Ja, E-Mails senden',
    confirmUntil: 'Der Link gilt 48 Stunden. Wenn Sie ihn nicht öffnen, erhalten Sie nichts weiter.',
    confirmed: 'Vielen Dank. Sie erhalten die E-Mails.',
    findingsSubject: (name, count) => `${name}: ${count === 1 ? '1 Problem' : `${count} Probleme`} gefunden`,
    findingsIntro: (count) =>
      count === 1 ? 'Folgendes Problem wurde gefunden:' : `Diese ${count} Probleme wurden gefunden:`,
    findingsMore: (count) => `und ${count} weitere.`,
    reportSubject: (name, days) => `${name}: Bericht für ${days}`,
    change: 'Änderung',
    domains: 'Domains',
    pages: 'Meistbesuchte Seiten',
    sources: 'Quellen',
    countries: 'Länder',
    goals: 'Ziele',
    openFindings: 'Offene Probleme',
    nothing: 'Keine',
    open: 'Dashboard öffnen',
    why: (name) => `Sie erhalten diese E-Mail, weil Ihre Adresse bei ${name} angemeldet ist.`,
    unsubscribe: 'Abmelden',
    unsubscribeQuestion: 'Möchten Sie diese E-Mails nicht mehr erhalten?',
    unsubscribed: 'Sie erhalten diese E-Mails nicht mehr.',
  },
  fr: {
    confirmSubject: (name) => `${name} : confirmez votre adresse e-mail`,
    confirmIntro: (name) =>
      `${name} souhaite vous envoyer des e-mails au sujet de ses domaines. Confirmez si vous le souhaitez :`,
    confirmButton: 'Oui, envoyez-moi les e-mails',
    confirmUntil: 'Le lien est valable 48 heures. Si vous ne l’ouvrez pas, vous ne recevrez rien d’autre.',
    confirmed: 'Merci. Vous recevrez les e-mails.',
    findingsSubject: (name, count) =>
      `${name} : ${count === 1 ? '1 problème détecté' : `${count} problèmes détectés`}`,
    findingsIntro: (count) =>
      count === 1 ? 'Le problème suivant a été détecté :' : `Ces ${count} problèmes ont été détectés :`,
    findingsMore: (count) => (count === 1 ? 'et 1 autre.' : `et ${count} autres.`),
    reportSubject: (name, days) => `${name} : rapport du ${days}`,
    change: 'Évolution',
    domains: 'Domaines',
    pages: 'Pages les plus vues',
    sources: 'Sources',
    countries: 'Pays',
    goals: 'Objectifs',
    openFindings: 'Problèmes en cours',
    nothing: 'Aucun',
    open: 'Ouvrir le tableau de bord',
    why: (name) => `Vous recevez cet e-mail car votre adresse est abonnée chez ${name}.`,
    unsubscribe: 'Se désabonner',
    unsubscribeQuestion: 'Vous ne souhaitez plus recevoir ces e-mails ?',
    unsubscribed: 'Vous ne recevrez plus ces e-mails.',
  },
  es: {
    confirmSubject: (name) => `${name}: confirme su dirección de correo`,
    confirmIntro: (name) => `${name} desea enviarle correos sobre sus dominios. Confírmelo si lo desea:`,
    confirmButton: 'Sí, quiero recibirlos',
    confirmUntil: 'El enlace es válido durante 48 horas. Si no lo abre, no recibirá nada más.',
    confirmed: 'Gracias. Recibirá los correos.',
    findingsSubject: (name, count) =>
      `${name}: ${count === 1 ? '1 problema detectado' : `${count} problemas detectados`}`,
    findingsIntro: (count) =>
      count === 1 ? 'Se ha detectado este problema:' : `Se han detectado estos ${count} problemas:`,
    findingsMore: (count) => `y ${count} más.`,
    reportSubject: (name, days) => `${name}: informe de ${days}`,
    change: 'Variación',
    domains: 'Dominios',
    pages: 'Páginas más vistas',
    sources: 'Fuentes',
    countries: 'Países',
    goals: 'Objetivos',
    openFindings: 'Problemas abiertos',
    nothing: 'Ninguno',
    open: 'Abrir el panel',
    why: (name) => `Recibe este correo porque su dirección está suscrita en ${name}.`,
    unsubscribe: 'Darse de baja',
    unsubscribeQuestion: '¿Ya no desea recibir estos correos?',
    unsubscribed: 'Ya no recibirá estos correos.',
  },
  pt: {
    confirmSubject: (name) => `${name}: confirme o seu endereço de e-mail`,
    confirmIntro: (name) =>
      `${name} gostaria de lhe enviar e-mails sobre os seus domínios. Confirme se o desejar:`,
    confirmButton: 'Sim, quero receber',
    confirmUntil: 'O link é válido por 48 horas. Se não o abrir, não receberá mais nada.',
    confirmed: 'Obrigado. Vai receber os e-mails.',
    findingsSubject: (name, count) =>
      `${name}: ${count === 1 ? '1 problema encontrado' : `${count} problemas encontrados`}`,
    findingsIntro: (count) =>
      count === 1 ? 'Foi encontrado este problema:' : `Foram encontrados estes ${count} problemas:`,
    findingsMore: (count) => `e mais ${count}.`,
    reportSubject: (name, days) => `${name}: relatório de ${days}`,
    change: 'Variação',
    domains: 'Domínios',
    pages: 'Páginas mais vistas',
    sources: 'Origens',
    countries: 'Países',
    goals: 'Metas',
    openFindings: 'Problemas em aberto',
    nothing: 'Nenhum',
    open: 'Abrir o painel',
    why: (name) => `Recebe este e-mail porque o seu endereço está inscrito em ${name}.`,
    unsubscribe: 'Cancelar inscrição',
    unsubscribeQuestion: 'Já não quer receber estes e-mails?',
    unsubscribed: 'Não voltará a receber estes e-mails.',
  },
  it: {
    confirmSubject: (name) => `${name}: conferma il tuo indirizzo e-mail`,
    confirmIntro: (name) => `${name} vorrebbe inviarti e-mail sui suoi domini. Conferma se lo desideri:`,
    confirmButton: 'Sì, inviatemi le e-mail',
    confirmUntil: 'Il link è valido per 48 ore. Se non lo apri, non riceverai altro.',
    confirmed: 'Grazie. Riceverai le e-mail.',
    findingsSubject: (name, count) =>
      `${name}: ${count === 1 ? '1 problema rilevato' : `${count} problemi rilevati`}`,
    findingsIntro: (count) =>
      count === 1 ? 'È stato rilevato questo problema:' : `Sono stati rilevati questi ${count} problemi:`,
    findingsMore: (count) => (count === 1 ? 'e un altro.' : `e altri ${count}.`),
    reportSubject: (name, days) => `${name}: rapporto per ${days}`,
    change: 'Variazione',
    domains: 'Domini',
    pages: 'Pagine più viste',
    sources: 'Sorgenti',
    countries: 'Paesi',
    goals: 'Obiettivi',
    openFindings: 'Problemi aperti',
    nothing: 'Nessuno',
    open: 'Apri la dashboard',
    why: (name) => `Ricevi questa e-mail perché il tuo indirizzo è iscritto presso ${name}.`,
    unsubscribe: 'Annulla iscrizione',
    unsubscribeQuestion: 'Non vuoi più ricevere queste e-mail?',
    unsubscribed: 'Non riceverai più queste e-mail.',
  },
  nl: {
    confirmSubject: (name) => `${name}: bevestig uw e-mailadres`,
    confirmIntro: (name) => `${name} wil u e-mails over zijn domeinen sturen. Bevestig als u dat wilt:`,
    confirmButton: 'Ja, stuur mij e-mails',
    confirmUntil: 'De link werkt 48 uur. Als u hem niet opent, krijgt u verder niets.',
    confirmed: 'Bedankt. U krijgt de e-mails.',
    findingsSubject: (name, count) =>
      `${name}: ${count === 1 ? '1 probleem' : `${count} problemen`} gevonden`,
    findingsIntro: (count) =>
      count === 1 ? 'Dit probleem is gevonden:' : `Deze ${count} problemen zijn gevonden:`,
    findingsMore: (count) => `en nog ${count}.`,
    reportSubject: (name, days) => `${name}: rapport over ${days}`,
    change: 'Verandering',
    domains: 'Domeinen',
    pages: 'Meest bekeken pagina’s',
    sources: 'Bronnen',
    countries: 'Landen',
    goals: 'Doelen',
    openFindings: 'Openstaande problemen',
    nothing: 'Geen',
    open: 'Dashboard openen',
    why: (name) => `U krijgt deze e-mail omdat uw adres bij ${name} is aangemeld.`,
    unsubscribe: 'Afmelden',
    unsubscribeQuestion: 'Wilt u deze e-mails niet meer ontvangen?',
    unsubscribed: 'U ontvangt deze e-mails niet meer.',
  },
  ja: {
    confirmSubject: (name) => `${name}：メールアドレスの確認`,
    confirmIntro: (name) =>
      `${name} がドメインに関するメールの配信を希望しています。受信する場合は確認してください。`,
    confirmButton: 'メールを受信する',
    confirmUntil: 'リンクの有効期間は48時間です。開かない場合、今後メールは届きません。',
    confirmed: 'ありがとうございます。メールをお届けします。',
    findingsSubject: (name, count) => `${name}：問題が${count}件見つかりました`,
    findingsIntro: (count) => `次の${count}件の問題が見つかりました。`,
    findingsMore: (count) => `ほか${count}件`,
    reportSubject: (name, days) => `${name}：${days} のレポート`,
    change: '増減',
    domains: 'ドメイン',
    pages: '人気のページ',
    sources: '流入元',
    countries: '国',
    goals: '目標',
    openFindings: '未解決の問題',
    nothing: 'なし',
    open: 'ダッシュボードを開く',
    why: (name) => `このメールは、${name} に登録されたアドレスにお送りしています。`,
    unsubscribe: '配信停止',
    unsubscribeQuestion: '今後このメールの配信を停止しますか？',
    unsubscribed: '今後このメールは届きません。',
  },
};
