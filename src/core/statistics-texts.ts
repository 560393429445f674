/** What statistics for customers say, on pages, in e-mails and in embedded elements. Source: docs/reference/connect-page.md ("Languages"). */
import type { Language } from './languages.ts';

export type StatisticsTexts = {
  readonly domain: string;
  readonly period: string;
  readonly today: string;
  readonly lastDays: (count: number) => string;
  readonly lastMonths: (count: number) => string;
  readonly visitors: string;
  readonly visits: string;
  readonly pageviews: string;
  readonly bounceRate: string;
  readonly visitDuration: string;
  readonly overTime: string;
  readonly byPage: string;
  readonly bySource: string;
  readonly byCountry: string;
  readonly byDevice: string;
  readonly direct: string;
  readonly unknown: string;
  readonly devices: {
    readonly Mobile: string;
    readonly Tablet: string;
    readonly Laptop: string;
    readonly Desktop: string;
  };
  readonly loading: string;
  readonly noVisitors: string;
  /** For a moment. */
  readonly statisticsAway: string;
  /** Until another token is there. */
  readonly notShown: string;
  readonly tryAgain: string;
};

export const statisticsTexts: Readonly<Record<Language, StatisticsTexts>> = {
  en: {
    domain: 'Domain',
    period: 'Period',
    today: 'Today',
    lastDays: (count) => `Last ${count} days`,
    lastMonths: (count) => `Last ${count} months`,
    visitors: 'Visitors',
    visits: 'Visits',
    pageviews: 'Pageviews',
    bounceRate: 'Bounce rate',
    visitDuration: 'Visit duration',
    overTime: 'Visitors over time',
    byPage: 'Visitors by page',
    bySource: 'Visitors by source',
    byCountry: 'Visitors by country',
    byDevice: 'Visitors by device',
    direct: 'Direct',
    unknown: 'Unknown',
    devices: { Mobile: 'Mobile', Tablet: 'Tablet', Laptop: 'Laptop', Desktop: 'Desktop' },
    loading: 'Loading…',
    noVisitors: 'No visitors in this time.',
    statisticsAway: 'The statistics can’t be read at the moment. Try again in a minute.',
    notShown: 'The statistics can’t be shown here. Reload the page, or ask for access.',
    tryAgain: 'Try again',
  },
  de: {
    domain: 'Domain',
    period: 'Zeitraum',
    today: 'Heute',
    lastDays: (count) => `Letzte ${count} Tage`,
    lastMonths: (count) => `Letzte ${count} Monate`,
    visitors: 'Besucher',
    visits: 'Besuche',
    pageviews: 'Seitenaufrufe',
    bounceRate: 'Absprungrate',
    visitDuration: 'Besuchsdauer',
    overTime: 'Besucher im Zeitverlauf',
    byPage: 'Besucher nach Seite',
    bySource: 'Besucher nach Quelle',
    byCountry: 'Besucher nach Land',
    byDevice: 'Besucher nach Gerät',
    direct: 'Direkt',
    unknown: 'Unbekannt',
    devices: { Mobile: 'Mobiltelefon', Tablet: 'Tablet', Laptop: 'Laptop', Desktop: 'Desktop' },
    loading: 'Wird geladen …',
    noVisitors: 'Keine Besucher in diesem Zeitraum.',
    statisticsAway: 'Die Statistik ist gerade nicht verfügbar. Versuchen Sie es in einer Minute noch einmal.',
    notShown:
      'Die Statistik kann hier nicht angezeigt werden. Laden Sie die Seite neu oder bitten Sie um Zugriff.',
    tryAgain: 'Erneut versuchen',
  },
  fr: {
    domain: 'Domaine',
    period: 'Période',
    today: 'Aujourd’hui',
    lastDays: (count) => `${count} derniers jours`,
    lastMonths: (count) => `${count} derniers mois`,
    visitors: 'Visiteurs',
    visits: 'Visites',
    pageviews: 'Pages vues',
    bounceRate: 'Taux de rebond',
    visitDuration: 'Durée des visites',
    overTime: 'Visiteurs au fil du temps',
    byPage: 'Visiteurs par page',
    bySource: 'Visiteurs par source',
    byCountry: 'Visiteurs par pays',
    byDevice: 'Visiteurs par appareil',
    direct: 'Accès direct',
    unknown: 'Inconnu',
    devices: {
      Mobile: 'Mobile',
      Tablet: 'Tablette',
      Laptop: 'Ordinateur portable',
      Desktop: 'Ordinateur de bureau',
    },
    loading: 'Chargement…',
    noVisitors: 'Aucun visiteur sur cette période.',
    statisticsAway: 'Les statistiques sont momentanément indisponibles. Réessayez dans une minute.',
    notShown: 'Les statistiques ne peuvent pas être affichées ici. Rechargez la page ou demandez l’accès.',
    tryAgain: 'Réessayer',
  },
  es: {
    domain: 'Dominio',
    period: 'Periodo',
    today: 'Hoy',
    lastDays: (count) => `Últimos ${count} días`,
    lastMonths: (count) => `Últimos ${count} meses`,
    visitors: 'Visitantes',
    visits: 'Visitas',
    pageviews: 'Páginas vistas',
    bounceRate: 'Tasa de rebote',
    visitDuration: 'Duración de la visita',
    overTime: 'Visitantes a lo largo del tiempo',
    byPage: 'Visitantes por página',
    bySource: 'Visitantes por fuente',
    byCountry: 'Visitantes por país',
    byDevice: 'Visitantes por dispositivo',
    direct: 'Directo',
    unknown: 'Desconocido',
    devices: { Mobile: 'Móvil', Tablet: 'Tableta', Laptop: 'Portátil', Desktop: 'Escritorio' },
    loading: 'Cargando…',
    noVisitors: 'Ningún visitante en este periodo.',
    statisticsAway: 'Las estadísticas no están disponibles en este momento. Inténtelo de nuevo en un minuto.',
    notShown: 'Las estadísticas no se pueden mostrar aquí. Recargue la página o solicite acceso.',
    tryAgain: 'Reintentar',
  },
  pt: {
    domain: 'Domínio',
    period: 'Período',
    today: 'Hoje',
    lastDays: (count) => `Últimos ${count} dias`,
    lastMonths: (count) => `Últimos ${count} meses`,
    visitors: 'Visitantes',
    visits: 'Visitas',
    pageviews: 'Visualizações de página',
    bounceRate: 'Taxa de rejeição',
    visitDuration: 'Duração da visita',
    overTime: 'Visitantes ao longo do tempo',
    byPage: 'Visitantes por página',
    bySource: 'Visitantes por origem',
    byCountry: 'Visitantes por país',
    byDevice: 'Visitantes por dispositivo',
    direct: 'Direto',
    unknown: 'Desconhecido',
    devices: { Mobile: 'Telemóvel', Tablet: 'Tablet', Laptop: 'Portátil', Desktop: 'Computador' },
    loading: 'A carregar…',
    noVisitors: 'Nenhum visitante neste período.',
    statisticsAway: 'As estatísticas não estão disponíveis de momento. Tente novamente dentro de um minuto.',
    notShown: 'As estatísticas não podem ser mostradas aqui. Recarregue a página ou peça acesso.',
    tryAgain: 'Tentar novamente',
  },
  it: {
    domain: 'Dominio',
    period: 'Periodo',
    today: 'Oggi',
    lastDays: (count) => `Ultimi ${count} giorni`,
    lastMonths: (count) => `Ultimi ${count} mesi`,
    visitors: 'Visitatori',
    visits: 'Visite',
    pageviews: 'Visualizzazioni di pagina',
    bounceRate: 'Frequenza di rimbalzo',
    visitDuration: 'Durata della visita',
    overTime: 'Visitatori nel tempo',
    byPage: 'Visitatori per pagina',
    bySource: 'Visitatori per sorgente',
    byCountry: 'Visitatori per paese',
    byDevice: 'Visitatori per dispositivo',
    direct: 'Diretto',
    unknown: 'Sconosciuto',
    devices: { Mobile: 'Cellulare', Tablet: 'Tablet', Laptop: 'Portatile', Desktop: 'Desktop' },
    loading: 'Caricamento…',
    noVisitors: 'Nessun visitatore in questo periodo.',
    statisticsAway: 'Le statistiche non sono al momento disponibili. Riprova tra un minuto.',
    notShown: 'Le statistiche non possono essere mostrate qui. Ricarica la pagina o chiedi l’accesso.',
    tryAgain: 'Riprova',
  },
  nl: {
    domain: 'Domein',
    period: 'Periode',
    today: 'Vandaag',
    lastDays: (count) => `Laatste ${count} dagen`,
    lastMonths: (count) => `Laatste ${count} maanden`,
    visitors: 'Bezoekers',
    visits: 'Bezoeken',
    pageviews: 'Paginaweergaven',
    bounceRate: 'Bouncepercentage',
    visitDuration: 'Bezoekduur',
    overTime: 'Bezoekers in de tijd',
    byPage: 'Bezoekers per pagina',
    bySource: 'Bezoekers per bron',
    byCountry: 'Bezoekers per land',
    byDevice: 'Bezoekers per apparaat',
    direct: 'Direct',
    unknown: 'Onbekend',
    devices: { Mobile: 'Mobiel', Tablet: 'Tablet', Laptop: 'Laptop', Desktop: 'Desktop' },
    loading: 'Laden…',
    noVisitors: 'Geen bezoekers in deze periode.',
    statisticsAway:
      'De statistieken zijn op dit moment niet beschikbaar. Probeer het over een minuut opnieuw.',
    notShown: 'De statistieken kunnen hier niet worden getoond. Laad de pagina opnieuw of vraag om toegang.',
    tryAgain: 'Opnieuw proberen',
  },
  ja: {
    domain: 'ドメイン',
    period: '期間',
    today: '今日',
    lastDays: (count) => `過去${count}日間`,
    lastMonths: (count) => `過去${count}か月間`,
    visitors: '訪問者数',
    visits: '訪問数',
    pageviews: 'ページビュー',
    bounceRate: '直帰率',
    visitDuration: '滞在時間',
    overTime: '訪問者数の推移',
    byPage: 'ページ別の訪問者数',
    bySource: '流入元別の訪問者数',
    byCountry: '国別の訪問者数',
    byDevice: 'デバイス別の訪問者数',
    direct: '直接アクセス',
    unknown: '不明',
    devices: {
      Mobile: 'スマートフォン',
      Tablet: 'タブレット',
      Laptop: 'ノートパソコン',
      Desktop: 'デスクトップ',
    },
    loading: '読み込み中…',
    noVisitors: 'この期間の訪問者はいません。',
    statisticsAway: '現在、統計を表示できません。1分後にもう一度お試しください。',
    notShown: 'ここでは統計を表示できません。ページを再読み込みするか、アクセス権を依頼してください。',
    tryAgain: '再試行',
  },
};
