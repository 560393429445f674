/** One operation: what it does, what it takes, what it answers, and a form that makes the request. */
import { useEffect } from 'react';
import type { ApiDocument, Operation } from './api-document.ts';
import { FieldsTable, fieldsOf } from './fields-table.tsx';
import { MarkedText } from './marked-text.tsx';
import { MethodLabel } from './method-label.tsx';
import styles from './operation-page.module.css';
import { TryOperation } from './try-operation.tsx';

export function OperationPage({
  document: api,
  operation,
  token,
}: {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly token: string;
}) {
  useEffect(() => {
    document.title = `${operation.summary} · ${api.info.title}`;
  }, [api, operation]);
  const parameters = (operation.parameters ?? []).map(({ name, schema, description = '', required }) => ({
    name,
    schema,
    description,
    isRequired: required === true,
  }));
  const bodySchema = operation.requestBody?.content['application/json']?.schema;
  const responses = Object.entries(operation.responses);
  const [status, success] = responses.find(([code]) => code.startsWith('2')) ?? [];
  const successSchema = success?.content?.['application/json']?.schema;
  return (
    <article className={styles['operation']}>
      <div>
        <h1>{operation.summary}</h1>
        <p className={styles['path']}>
          <MethodLabel method={operation.method} /> <code>{operation.path}</code>
        </p>
        <MarkedText text={operation.description} />
        <FieldsTable caption="Parameters" document={api} fields={parameters} marksRequired />
        {bodySchema ? (
          <FieldsTable caption="Body" document={api} fields={fieldsOf(api, bodySchema)} marksRequired />
        ) : null}
        {successSchema ? (
          <FieldsTable caption={`Answer ${status}`} document={api} fields={fieldsOf(api, successSchema)} />
        ) : null}
        <h2>Statuses</h2>
        <dl className={styles['statuses']}>
          {responses.map(([code, { description }]) => (
            <div key={code}>
              <dt>{code}</dt>
              <dd>
                <MarkedText text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <TryOperation document={api} operation={operation} token={token} />
    </article>
  );
}
