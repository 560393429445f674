/** Japanese. Source: docs/reference/subscriptions.md ("Languages"). */
import type { FindingTexts } from './finding-texts.ts';

const asShown = 'ドメインのページに表示されているとおりに DNS レコードを設定してください。';
const retried = '申請は自動的に再試行されます。';
const uploadOrDelete = '既存の証明書を削除すると、証明書が自動的に発行されます。';
const checkDestination = 'ブラウザーで転送先を確認し、destination_url を存在するページに変更してください。';
const challengePath = '/.well-known/acme-challenge/';
const failed = '15分間に {host} への接続 {handshakes} 件のうち {failed} 件が失敗しました。主な原因は、';
const expected = '過去4週間から予想される件数は {expected} 件です。';

const caa = {
  caa_forbids: [
    'CAA レコードが認証局による証明書の発行を禁止しています。',
    'ドメインのページに示された CAA レコードを追加するか、ほかの CAA レコードを削除してください。',
  ],
  caa_malformed: [
    'CAA レコードの形式が正しくないため、どの証明書も許可されません。',
    'CAA レコードを修正してください。',
  ],
  caa_other_account: [
    'CAA レコードは、認証局の別のアカウントにのみ証明書を許可しています。',
    'ドメインのページに示された CAA レコードを追加してください。',
  ],
  caa_other_method: [
    'CAA レコードは、ここで使われている検証方法を許可していません。',
    'ドメインのページに示された CAA レコードを追加するか、validationmethods を削除してください。',
  ],
  caa_critical: [
    'CAA レコードに、認証局が対応していないクリティカルなプロパティがあります。',
    'その CAA レコードを削除してください。',
  ],
} as const;

export const ja: FindingTexts = {
  many: (count, host) => `${host} の ${count} 件のドメイン`,
  installation: 'このシステム',
  summaries: {
    dns_lost: '{subject}：DNS レコードがこのサービスを指さなくなりました。',
    dns_wrong: '{subject}：DNS レコードがまだこのサービスを指していません。',
    caa_forbids: '{subject}：CAA レコードが証明書の発行を禁止しています。',
    certificate_failed: '{subject}：証明書がないため、ブラウザーが接続を拒否します。',
    certificate_expiring: '{subject}：証明書の有効期限がまもなく切れます。',
    renewal_will_fail: '{subject}：次回の証明書の更新は失敗する見込みです。',
    upstream_down: 'オリジンサーバー {subject} に接続できません。',
    upstream_errors: '{subject}：多くのリクエストがエラーになっています。',
    upstream_slow: '{subject}：応答が通常よりも大幅に遅くなっています。',
    traffic_drop: '{subject}：リクエストが通常よりも大幅に減っています。',
    traffic_spike: '{subject}：リクエストが通常よりも大幅に増えています。',
    not_found_surge: '{subject}：404 になるリクエストが通常よりも大幅に増えています。',
    loop: '{subject}：訪問者のリダイレクトが循環しています。',
    handshakes_fail: '{subject}：ほとんどの訪問者が安全な接続を確立できません。',
    destination_broken: '{subject}：転送先のページが機能していません。',
  },
  causes: {
    dns_lost: {
      records_missing: [
        'DNS レコードが別の場所を指しているか、なくなっています。',
        'ドメインのページに表示されているとおりに DNS レコードを設定し直してください。数分ごとに確認されます。',
      ],
    },
    dns_wrong: {
      records_missing: [
        'DNS レコードはまだ一度も見つかっていません。',
        'ドメインの所有者に DNS レコードの設定を依頼してください。接続用リンクのページで、レコードの内容と確認結果が表示されます。',
      ],
    },
    caa_forbids: caa,
    certificate_failed: {
      order_failed: ['認証局が申請を拒否しました。', `理由はドメインのページに表示されています。${retried}`],
      records_elsewhere: ['DNS レコードがこのサービスを指していません。', `${asShown}${retried}`],
      records_unanswered: [
        'DNS レコードを照会できませんでした。',
        `ドメインのネームサーバーを確認してください。${retried}`,
      ],
      challenge_not_delegated: [
        '_acme-challenge の CNAME レコードがないか、別の場所を指しています。',
        `ドメインのページに表示されているとおりに _acme-challenge の CNAME レコードを設定してください。${retried}`,
      ],
      caa_forbids: caa.caa_forbids,
      authority_rate_limit: [
        '認証局は現在、このドメインの証明書をこれ以上発行しません。',
        'しばらくお待ちください。可能になり次第、申請は自動的に再試行されます。',
      ],
      authority_account_refused: [
        '認証局がこのサービスのアカウントを受け付けません。',
        'このサービスの運営者が、認証局に新しいアカウントを登録する必要があります。',
      ],
      authority_away: [
        '認証局に接続できません。',
        'しばらくお待ちいただくか、認証局への接続の確認を運営者に依頼してください。',
      ],
      order_stuck: ['認証局による判定が時間内に終わりませんでした。', `しばらくお待ちください。${retried}`],
      service_failed: [
        'このサービスでエラーが発生しました。',
        `原因は運営者がログで確認できます。${retried}`,
      ],
    },
    certificate_expiring: {
      not_renewed: [
        '証明書の有効期限は{expires_at}ですが、更新に失敗しました。',
        'ドメインのページに表示されている最後のエラーを解消してください。更新は自動的に再試行されます。',
      ],
      custom_not_replaced: [
        'アップロードされた証明書の有効期限は{expires_at}ですが、ほかに証明書がありません。',
        `新しい証明書をアップロードしてください。${uploadOrDelete}`,
      ],
    },
    renewal_will_fail: {
      records_elsewhere: ['DNS レコードが別の場所を指しています。', asShown],
      delegation_missing: [
        '証明書の検証に使う CNAME レコードがなくなっています。',
        'ドメインのページに表示されているとおりに CNAME レコードを作成してください。',
      ],
      delegation_elsewhere: [
        '証明書の検証に使う CNAME レコードが別の場所を指しています。',
        'CNAME レコードを、ドメインのページに表示されているものに置き換えてください。',
      ],
      challenge_unanswered: [
        'このサービスの DNS ゾーンが検証に応答しません。',
        'このサービスの運営者が、ゾーンの委任とポート 53 が開いていることを確認する必要があります。',
      ],
      zone_missing: [
        '検証に使う DNS ゾーンが、このサービスに設定されていません。',
        'このサービスの運営者が NAMEPLATE_DNS_ZONE を設定するか、http01 を選択してください。',
      ],
      wildcard_without_dns: [
        'ワイルドカード証明書は DNS でしか検証できません。',
        'challenge_type を dns01 に変更するか、証明書をアップロードしてください。',
      ],
      ...caa,
      caa_unanswered: [
        'ネームサーバーが CAA レコードの照会にエラーを返します。',
        'ネームサーバーの修復を依頼してください。応答がないと、認証局は証明書を発行しません。',
      ],
      no_address: ['ドメインにアドレスがありません。', asShown],
      address_not_public: ['ドメインに、インターネットから接続できないアドレスがあります。', asShown],
      port_80_closed: [
        'ポート 80 が接続を拒否しています。',
        'ポート 80 を開放してください。認証局が検証に使用します。',
      ],
      address_unreachable: [
        'このサービスのアドレスの一つが応答しません。ほかのアドレスは応答しています。',
        'そのアドレスの手前にあるファイアウォールを開放するか、レコードを削除してください。',
      ],
      token_missing: [
        'このサービス以外のものが応答しています。',
        `手前のプロキシが ${challengePath} をキャッシュせずに転送するように設定してください。`,
      ],
      redirected_elsewhere: [
        '検証のリクエストが別のドメインにリダイレクトされています。',
        `手前のリダイレクトの対象から ${challengePath} を除外してください。`,
      ],
      too_many_redirects: [
        '検証のリクエストが何度もリダイレクトされています。',
        `手前のリダイレクトの対象から ${challengePath} を除外してください。`,
      ],
      connection_broken: [
        'ポート 80 への接続が切断されます。',
        'ポート 80 の手前にあるものを確認してください。接続は受け付けますが、応答がありません。',
      ],
    },
    upstream_down: {
      checks_failed: [
        'ヘルスチェックが3回続けて失敗しました。',
        'オリジンサーバーが稼働し、ヘルスチェックに許可されたステータスで応答しているか確認してください。',
      ],
      no_connection: [
        '5分間に {requests} 件のリクエストを試みましたが、一度も接続できませんでした。',
        'オリジンサーバーが稼働し、ファイアウォールがこのサービスからの接続を許可しているか確認してください。',
      ],
    },
    upstream_errors: {
      answers_failed: [
        '5分間にオリジンサーバーへのリクエスト {requests} 件のうち {failed} 件が失敗しました。',
        '失敗したリクエストとオリジンサーバーのログを確認してください。',
      ],
    },
    upstream_slow: {
      answers_late: [
        'オリジンサーバーの応答の20回に1回は {p95_seconds} 秒以上かかっています。この時間帯の通常の値は {usual_p95_seconds} 秒です。',
        'オリジンサーバーの負荷と、最近の変更を確認してください。',
      ],
    },
    traffic_drop: {
      requests_missing: [
        `直近1時間のリクエストは {requests} 件でした。${expected}`,
        'DNS レコード、証明書、リンク元のサイトを確認し、訪問者がドメインにアクセスできるか確かめてください。',
      ],
      requests_missing_everywhere: [
        'このシステムの多くのドメインでリクエストが予想を大幅に下回っているため、共通の原因があると考えられます。',
        'アドレス、ネットワーク、ロードバランサーを確認し、訪問者がシステムにアクセスできるか確かめてください。',
      ],
    },
    traffic_spike: {
      requests_many: [
        `直近1時間のリクエストは {requests} 件でした。${expected}`,
        '参照元とパスを確認してください。キャンペーンであれば対応は不要です。不要なリクエストはルールで制限またはブロックできます。',
      ],
    },
    not_found_surge: {
      pages_missing: [
        `直近1時間に 404 の応答が {not_found} 件ありました。${expected}`,
        '見つからなかったパスを確認し、訪問者に見せたいページへリダイレクトしてください。',
      ],
    },
    loop: {
      answers_508: [
        '5分間に {answers} 件のリクエストに 508 を返しました。どのページにも到達しないためです。',
        'リダイレクトとルールの転送先、およびオリジンサーバーがこのサービスに戻していないかを確認してください。',
      ],
    },
    handshakes_fail: {
      no_certificate: [
        `${failed}証明書がないことです。`,
        'ドメインのページに示された原因を解消するか、証明書をアップロードしてください。',
      ],
      certificate_unusable: [
        `${failed}証明書が使用できないことです。`,
        `チェーンと鍵を含めて証明書をアップロードし直してください。${uploadOrDelete}`,
      ],
      bad_certificate: [
        `${failed}ブラウザーが証明書の形式を不正と判断したことです。`,
        `完全なチェーンを含む別の証明書をアップロードしてください。${uploadOrDelete}`,
      ],
      certificate_unknown: [
        `${failed}ブラウザーが証明書を拒否したことです。`,
        '証明書にドメイン名が含まれ、有効期間内で、チェーンが完全であるか確認してください。',
      ],
      certificate_expired: [
        `${failed}証明書の有効期限が切れていることです。`,
        `新しい証明書をアップロードしてください。${uploadOrDelete}`,
      ],
      unknown_ca: [
        `${failed}ブラウザーが認証局を信頼していないことです。`,
        `信頼された認証局の証明書を、完全なチェーンとともにアップロードしてください。${uploadOrDelete}`,
      ],
    },
    destination_broken: {
      not_found: ['{destination} は 404 を返します。そのページは存在しません。', checkDestination],
      gone: ['{destination} は 410 を返します。ページは削除されました。', checkDestination],
      server_error: ['{destination} はサーバーエラーを返します。', checkDestination],
      no_answer: ['{destination} が応答しません。', checkDestination],
    },
  },
};
