/**
 * SQL: an array of whole numbers, given as numbers or decimal text. It is a single literal, however long, because the engine
 * accepts at most 50,000 elements in a statement.
 */
export function numberList(type: 'Int64' | 'UInt64', values: readonly (number | string)[]): string {
  return `[${values.join(',')}]::Array(${type})`;
}
