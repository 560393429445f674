/** The origins whose pages may use the API with tokens for customers' analytics, and show connect pages in a frame. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Pending } from '../../ui/pending.tsx';

const path = '/api/v1/accounts/{account_uuid}/settings';

function settingsQuery(account_uuid: string) {
  return queryOptions({
    queryKey: ['settings', account_uuid],
    queryFn: ({ signal }) => bodyOf(api.GET(path, { params: { path: { account_uuid } }, signal })),
  });
}

export function AllowedOrigins() {
  const account_uuid = useAccountUuid();
  const canWrite = useCanWrite();
  const { data, error, refetch } = useQuery(settingsQuery(account_uuid));
  return (
    <Card title="Allowed origins">
      {data && !canWrite ? (
        <p>{data.allowed_origins.join(', ') || 'None.'}</p>
      ) : data ? (
        <Form
          initial={{ origins: data.allowed_origins.join('\n') }}
          fields={() => [
            {
              name: 'origins',
              kind: 'own',
              parameters: ['allowed_origins'],
              render: ({ values, edit, error: problem }) => (
                <TextArea
                  label="Origins"
                  hint="One per line, such as https://app.example.com. Their pages may use the API with tokens that only read analytics, and show connect pages in a frame."
                  optional
                  rows={4}
                  value={values.origins}
                  error={problem}
                  onChange={({ target }) => edit({ origins: target.value })}
                />
              ),
            },
          ]}
          send={({ origins }) =>
            bodyOf(
              api.PUT(path, {
                params: { path: { account_uuid } },
                body: { allowed_origins: origins.split(/\s+/).filter((origin) => origin !== '') },
              }),
            )
          }
          changes={['settings']}
          done="The origins were saved"
          action="Save origins"
        />
      ) : (
        <Pending error={error} onRetry={() => void refetch()} lines={3} label="Loading the origins" />
      )}
    </Card>
  );
}
