/** A start that fails because of its environment. Source: docs/reference/config.md ("How variables are read"). */

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
