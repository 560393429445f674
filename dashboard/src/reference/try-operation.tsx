/** A form for an operation's request: its curl command, and its answer when it is sent. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FieldStack, TextArea, TextField } from '../ui/field.tsx';
import type { ApiDocument, Operation } from './api-document.ts';
import { type ApiAnswer, curlCommand, requestUrl, send } from './api-request.ts';
import { exampleOf } from './schema-text.ts';
import styles from './try-operation.module.css';

export function TryOperation({
  document,
  operation,
  token,
}: {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly token: string;
}) {
  const bodySchema = operation.requestBody?.content['application/json']?.schema;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(() =>
    bodySchema ? JSON.stringify(exampleOf(document, bodySchema), null, 2) : undefined,
  );
  const [answer, setAnswer] = useState<ApiAnswer>();
  const [isSending, setSending] = useState(false);
  const url = requestUrl(location.origin, operation, values);
  const request = { method: operation.method, url, token, body };
  const curl = curlCommand(request);
  const sendRequest = async (): Promise<void> => {
    setSending(true);
    try {
      setAnswer(await send(request));
    } catch (error) {
      setAnswer({ status: 'The service did not answer', body: String(error) });
    } finally {
      setSending(false);
    }
  };
  return (
    <section aria-label="Try it" className={styles['panel']}>
      <h2>Try it</h2>
      <FieldStack>
        {(operation.parameters ?? []).map(({ name, required }) => (
          <TextField
            key={name}
            label={name}
            optional={required !== true}
            value={values[name] ?? ''}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        ))}
        {body === undefined ? null : (
          <TextArea label="Body" rows={8} value={body} onChange={({ target }) => setBody(target.value)} />
        )}
      </FieldStack>
      <div className={styles['head']}>
        <h3>Request</h3>
        <CopyButton text={curl} label="Copy the command" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways */}
      <pre tabIndex={0} aria-label="Request">
        {curl}
      </pre>
      <Button variant="primary" busy={isSending} onClick={() => void sendRequest()}>
        Send
      </Button>
      <div role="status">
        {answer ? (
          <>
            <h3>{answer.status}</h3>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
            <pre tabIndex={0} aria-label="Answer">
              {answer.body}
            </pre>
          </>
        ) : null}
      </div>
    </section>
  );
}
