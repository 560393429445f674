/** Parameters or properties, a row each: name, type, limits and what it is for. */
import { type ApiDocument, resolveSchema, type Schema } from './api-document.ts';
import styles from './fields-table.module.css';
import { InlineText } from './marked-text.tsx';
import { limitTexts, propertiesOf, typeText } from './schema-text.ts';

export type Field = {
  readonly name: string;
  readonly schema: Schema;
  readonly description: string;
  readonly isRequired: boolean;
};

/** The fields of a body or an answer; objects inside it follow as `outer.inner`. */
export function fieldsOf(document: ApiDocument, given: Schema, prefix = '', depth = 0): Field[] {
  const schema = resolveSchema(document, given);
  const required = (schema.items ? resolveSchema(document, schema.items) : schema).required ?? [];
  return propertiesOf(document, schema, depth).flatMap(([name, property]) => {
    const resolved = resolveSchema(document, property);
    const isList = resolved.type === 'array';
    const field = {
      name: prefix + name,
      schema: resolved,
      description: resolved.description ?? '',
      isRequired: required.includes(name),
    };
    const inner = `${prefix}${name}${isList ? '[]' : ''}.`;
    return [field].concat(fieldsOf(document, resolved, inner, depth + 1));
  });
}

export function FieldsTable({
  caption,
  document,
  fields,
  marksRequired = false,
}: {
  readonly caption: string;
  readonly document: ApiDocument;
  readonly fields: readonly Field[];
  /** Answers always have all of their fields. */
  readonly marksRequired?: boolean;
}) {
  if (fields.length === 0) return null;
  return (
    <table className={styles['table']}>
      <caption>{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Name and type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, schema, description, isRequired }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              <span className={styles['type']}>{typeText(document, schema)}</span>
              {marksRequired && isRequired ? <span className={styles['required']}>required</span> : null}
            </th>
            <td>
              <InlineText text={description} />
              {limitTexts(schema).map((limit) => (
                <span key={limit} className={styles['limit']}>
                  {limit}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
