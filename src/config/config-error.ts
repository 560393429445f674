/** The failure of a start over its environment. Source: contract section 1. */

/** Its message is one line that names the variable, its value (secrets redacted) and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The variable to change. */
  readonly variable: string;

  constructor(variable: string, message: string) {
    super(message);
    this.variable = variable;
  }
}
