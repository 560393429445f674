/**
 * What every format makes of a file: rules with the line and host they come from, and a reason for each line that
 * cannot be carried over. Source: docs/reference/rule-formats.md.
 */

/** A rule as the API takes it. Formats read what they know of; `read-rules.ts` checks the rest. */
export type FileRule = { readonly line: number; readonly host: string; readonly rule: object };

export type FileProblem = { readonly line: number; readonly reason: string };

export type RuleFile = {
  readonly rules: readonly FileRule[];
  /** The first problems, in order of their lines. */
  readonly problems: readonly FileProblem[];
  /** Of all problems, also those that are not listed. */
  readonly problemCount: number;
};

export type FileContext = {
  /** The host of lines that don't name one. */
  readonly defaultHost: string | undefined;
  /** The upstream of the account with this address. */
  readonly findUpstream: (address: UpstreamAddress) => string | undefined;
};

export type UpstreamAddress = { readonly host: string; readonly port: number; readonly tls: boolean };

/** The address that a URL of http or https leads to. */
export function addressOfUrl(url: URL): UpstreamAddress {
  const tls = url.protocol === 'https:';
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (tls ? 443 : 80), tls };
}

export function sameAddress(one: UpstreamAddress, other: UpstreamAddress): boolean {
  return one.host === other.host && one.port === other.port && one.tls === other.tls;
}

export const maxListedProblems = 1_000;
/** What bytes that are not UTF-8 are decoded to. */
const undecodable = '\ufffd';

/** Why a line cannot be carried over. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Ends the reading of a line; `reason` begins in lower case and has no full stop. */
export function refuse(reason: string): never {
  throw new Refusal(reason);
}

/** Collects the rules and problems of one file. */
export class RuleFileBuilder {
  readonly #rules: FileRule[] = [];
  readonly #problems: FileProblem[] = [];
  #problemCount = 0;

  /** Reads one line; a refusal becomes its problem. */
  read(line: number, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refuse(line, error.message);
    }
  }

  /** The same with the line's text, which must be UTF-8. */
  readText(text: string, line: number, read: (text: string, line: number) => void): void {
    this.read(line, () => {
      if (text.includes(undecodable)) refuse('it is not UTF-8 text');
      read(text, line);
    });
  }

  /** Reads every line, numbered from 1. */
  readAll(lines: readonly string[], read: (text: string, line: number) => void): void {
    for (const [index, text] of lines.entries()) this.readText(text, index + 1, read);
  }

  add(line: number, host: string, rule: object): void {
    this.#rules.push({ line, host, rule });
  }

  refuse(line: number, reason: string): void {
    this.#problemCount += 1;
    if (this.#problems.length < maxListedProblems) this.#problems.push({ line, reason });
  }

  /** `order` sorts the rules where the format has an order of its own. */
  finish(order?: (one: FileRule, other: FileRule) => number): RuleFile {
    const rules = order === undefined ? this.#rules : this.#rules.toSorted(order);
    return { rules, problems: this.#problems, problemCount: this.#problemCount };
  }
}
