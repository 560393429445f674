/** Reads JSON from outside: a member that is missing or of another type is undefined. */
export class JsonView {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  text(name: string): string | undefined {
    const value = this.#get(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** Whether the value is `true`. */
  flag(name: string): boolean {
    return this.#get(name) === true;
  }

  list(name: string): readonly unknown[] {
    const value = this.#get(name);
    return Array.isArray(value) ? value : [];
  }

  at(name: string): JsonView {
    return new JsonView(this.#get(name));
  }

  /** The names of an object's members; none of anything else. */
  get names(): readonly string[] {
    return this.isObject && !Array.isArray(this.#value) ? Object.keys(Object(this.#value)) : [];
  }

  get isObject(): boolean {
    return typeof this.#value === 'object' && this.#value !== null;
  }

  get raw(): unknown {
    return this.#value;
  }

  #get(name: string): unknown {
    return typeof this.#value === 'object' && this.#value !== null
      ? Reflect.get(this.#value, name)
      : undefined;
  }
}
