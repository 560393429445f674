/** Options of commands that ask about a range of time. Source: docs/reference/query.md. */
import { type Command, Option } from 'commander';
import { listOf, readFilter } from './filter-option.ts';

export type QuestionOptions = {
  range: string;
  timezone?: string;
  filter: readonly string[];
  compare?: string;
};

export function withQuestionOptions(command: Command): Command {
  return command
    .option('--range <range>', '', '30d')
    .option('--timezone <zone>')
    .option('--filter <filter>', '', (text: string, before: string[]) => [...before, text], [])
    .addOption(new Option('--compare <mode>').choices(['previous_period', 'year_over_year']));
}

/** The members that they stand for, but for the time zone. What is wrong with them, the API says. */
export function readQuestion({ range, filter, compare }: QuestionOptions): object {
  return {
    date_range: range.includes(',') ? listOf(range) : range,
    filters: filter.map(readFilter),
    ...(compare === undefined ? {} : { include: { comparison: { mode: compare } } }),
  };
}
