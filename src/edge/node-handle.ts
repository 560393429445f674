/** Asks Node's own handles what no public function says; an answer that this version doesn't have is undefined. */

/** Calls a method of a handle; undefined when this version has none. */
export function askHandle(handle: unknown, method: string, ...values: readonly unknown[]): unknown {
  const found: unknown = isObject(handle) ? Reflect.get(handle, method) : undefined;
  return typeof found === 'function' ? Reflect.apply(found, handle, values) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
