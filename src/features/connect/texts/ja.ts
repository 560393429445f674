/** Japanese. Source: docs/reference/connect-page.md ("Languages"). */
import type { Texts } from './text-names.ts';

export const ja: Texts = {
  colon: '：',
  yourProvider: 'ご利用のサービスの提供元',

  connectTitle: (host) => `${host} の接続`,
  liveTitle: (host) => `${host} は公開中です`,
  liveText: '訪問者は安全な接続でアクセスできます。これ以上の操作は必要ありません。',
  preparedText: (host) =>
    `${host} の準備がすべて整いました。未確認の下記レコードを設定すると、訪問者をこちらに誘導できます。`,
  address: 'アドレス',
  liveSince: '公開開始',
  dnsRecords: 'DNS レコード',
  ownership: '所有権',
  certificate: '証明書',
  found: '確認済み',
  notFound: '未確認',
  notChecked: '未チェック',
  ownershipNotFound:
    'TXT レコードがまだ確認できません。このドメイン、またはその上位か下位のドメインは、最近まで別の利用者のものでした。このレコードで、お客様のものであることを証明します',

  validUntil: (day) => `${day}まで有効`,
  uploadedBy: (name) => `${name} が対応します`,
  issuedLater: 'レコードが確認され次第、自動的に発行されます',
  beingIssued: '発行中です。数分かかります',
  dnsIsRight: 'DNS の設定は正しく行われています。',
  retryAt: (time) => `次回の試行：${time}`,
  retrySoon: 'まもなく再試行します。',
  reasons: {
    authorityAway: '認証局に接続できませんでした。',
    authorityBusy: '認証局は現在、このドメインの証明書をこれ以上発行していません。',
    undecided: '認証局の判断がまだ出ていません。',
    refusedConnection: (host) => `接続が拒否されたため、認証局が ${host} にアクセスできませんでした。`,
    noAnswer: (host) => `時間内に応答がなかったため、認証局が ${host} にアクセスできませんでした。`,
    otherAnswer: (host) =>
      `別のサーバーまたは CDN が応答しているため、認証局が ${host} から想定外の応答を受け取りました。`,
    recordsElsewhere: (host) => `認証局から見ると、${host} のレコードは別の場所を指しています。`,
    caa: (host) => `${host} の CAA レコードが証明書の発行を禁止しています。`,
    challenge: (host) => `_acme-challenge.${host} の CNAME レコードがないか、別の場所を指しています。`,
    operator: (name) => `${name} による対応が必要です。`,
    other: '認証局からのメッセージ：',
  },
  problems: {
    elsewhere: (host, found, wanted) => `${host} は ${wanted} ではなく ${found} を指しています。`,
    missing: (host) =>
      `${host} のレコードがまだありません。新しいレコードが反映されるまで、最大1時間ほどかかることがあります。`,
    unregistered: (domain) =>
      `ドメイン ${domain} は存在しません。登録されていないか、ネームサーバーがありません。`,
    noAddress: (host) => `${host} は DNS に存在しますが、A、AAAA、CNAME のいずれのレコードもありません。`,
    stray: (host, type, addresses) =>
      `${host} に別のサーバーの ${type} レコード（${addresses}）もあります。削除してください。`,
    proxied: (host, provider) =>
      `${provider} のプロキシがレコードを隠しています。${host} のプロキシを無効にしてください（「DNS only」）。`,
    apex: (host) =>
      `${host} には CNAME レコードを設定できません。A と AAAA のレコード、または対応していれば ALIAS レコードを設定してください。`,
    doubled: (name, label) =>
      `プロバイダーがドメイン名を付け足したため、レコードが ${name} として作成されました。名前には ${label} と入力してください。`,
    endDot: (value) =>
      `プロバイダーが値にドメイン名を付け足しました。末尾にドットを付けて入力してください：${value}`,
    caa: (name, record) =>
      `${name} の CAA レコードが証明書の発行を禁止しています。次のレコードを追加してください：${record}`,
    challenge: (name, value) => `証明書のために、${name} に値が ${value} の CNAME レコードが必要です。`,
    circle: (host) => `${host} の CNAME レコードが循環しています。`,
    notPublic: (address) => `${address} にはインターネットから接続できません。`,
    wildcard: (host, wildcard) =>
      `${host} にはワイルドカードレコード ${wildcard} が応答しています。${host} 専用のレコードを設定すると、そちらが優先されます。`,
    caaUnusable: (name) =>
      `${name} の CAA レコードが無効なため、証明書が発行されません。DNS プロバイダーで修正してください。`,
    unanswered: (name) => `${name} を照会できませんでした。再度確認します。`,
  },

  unknownRecords: (name) => `レコードはまだ決まっていません。${name} にお問い合わせください。`,
  setRecords: 'DNS プロバイダーで次のレコードを設定してください',
  setUpAt: (provider) => `${provider} で自動設定する`,
  orYourself: 'または、次のレコードをご自身で設定してください：',
  lookingForRecords:
    '新しいレコードを確認しています。反映されるまで数分かかることがあります。このページは自動的に更新されます。',
  setUpNotDone:
    'DNS プロバイダーでの設定が完了しませんでした。もう一度お試しいただくか、以下のレコードをご自身で設定してください。',
  providerIs: (provider) => `お客様のドメインは ${provider} で管理されています：`,
  findProvider: 'DNS プロバイダーとは、ドメインの購入先、またはネームサーバーの提供元です。',
  dnsOnly: '新しいレコードのオレンジ色の雲をオフ（「DNS only」）にしてください。',
  type: '種類',
  recordName: '名前',
  value: '値',
  state: '状態',
  seen: '確認済み',
  notSeen: '未確認',
  copy: 'コピー',
  copied: 'コピーしました',
  copyText: (text) => `${text} をコピー`,
  checkNow: '今すぐ確認',
  lastChecked: (time) => `最終確認：${time}`,
  takesAnHour: '新しいレコードがすべての場所に反映されるまで、最大1時間ほどかかることがあります。',
  forYouAlone: (time) =>
    `このページはお客様専用です。アドレスを知っている人は誰でも閲覧できます。有効期限：${time}`,
  closedTitle: 'このリンクは無効です',
  closedText: '有効期限が切れたか、取り消されました。リンクの送信元に新しいリンクをご依頼ください。',

  statisticsTitle: (host) => `${host} の統計`,
  byDay: '日別の訪問者数',
  chart: (most, day) => `日別の訪問者数、最大は${day}の${most}人`,
  atMost: (most) => `1日最大${most}人`,
  daysOf: (zone) => `日付はタイムゾーン ${zone} のものです。`,
  notCounted: '訪問者は集計されていません。',

  mailSubject: (name, host) => `${name}：${host} の接続`,
  mailIntro: (name, host) =>
    `${host} を ${name} に接続するには、DNS プロバイダーで次のレコードを追加してください。`,
  mailPage: '次のページで、操作手順の案内、レコードの確認、完了のお知らせをご覧いただけます。',
  mailUntil: (time) => `ページの有効期限：${time}。アドレスを知っている人は誰でも閲覧できます。`,
  mailStranger: (name) =>
    `${name} にお心当たりがない場合、または ${name} がお客様のドメインと無関係の場合は、このメールを無視してください。`,
  reminderSubject: (name, host) => `${name}：${host} はまだ接続されていません`,
  reminderIntro: (name, host) =>
    `${host} はまだ ${name} に接続されていません。DNS プロバイダーで次のレコードを追加してください。`,
  reminderWhy: (name, host) =>
    `${name} がお客様のために ${host} を設定したため、このお知らせをお送りしています。`,
  unsubscribe: 'リマインダーを停止',
  unsubscribeQuestion: '今後リマインダーを停止しますか？',
  unsubscribed: '今後リマインダーは届きません。',
};
