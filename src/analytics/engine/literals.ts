/**
 * Writes parameters into a statement as literals. The embedded engine binds parameters one statement at a time across the
 * whole process, so a page's reports would wait for each other; literals are parsed in parallel, and faster.
 *
 * Only for values whose form can't be anything else in SQL: numbers, dates and UUIDs. A few reports have text
 * parameters, such as a region's code; their statements use bound parameters.
 */
const forms: Readonly<Record<string, { readonly pattern: RegExp; readonly quoted: boolean }>> = {
  UUID: { pattern: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, quoted: true },
  Date: { pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, quoted: true },
  Int32: { pattern: /^-?[0-9]{1,10}$/, quoted: false },
  UInt32: { pattern: /^[0-9]{1,10}$/, quoted: false },
  Int64: { pattern: /^-?[0-9]{1,19}$/, quoted: false },
  UInt64: { pattern: /^[0-9]{1,20}$/, quoted: false },
};

const placeholders = /\{(\w+):(\w+(?:\([^{}]*\))?)\}/g;

/**
 * Puts `params` in the place of `{name:Type}`; undefined when there is one of another type than those above. Throws
 * TypeError when one is missing or is not of its type.
 */
export function withLiterals(sql: string, params: Readonly<Record<string, unknown>>): string | undefined {
  for (const [, , type = ''] of sql.matchAll(placeholders)) if (!(type in forms)) return undefined;
  return sql.replaceAll(placeholders, (placeholder, name: string, type: string) => {
    const form = forms[type];
    const value = params[name];
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    if (form?.pattern.test(text) !== true)
      throw new TypeError(`${JSON.stringify(value)} cannot be the parameter ${placeholder}`);
    // The type as well: a number alone would take the narrowest that holds it.
    return form.quoted ? `'${text}'` : `to${type}(${text})`;
  });
}
