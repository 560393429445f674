/** Problems of rule files as lines for people. */
import { oneLine } from '../table.ts';
import type { Problems, SourceProblem } from './source-files.ts';

/** A line each, and how many more there are; with the file's name where there are several. */
export function problemLines({ listed, count }: Problems, severalFiles: boolean): string[] {
  const lines = listed.map((problem) => `${placeOf(problem, severalFiles)}: ${oneLine(problem.reason)}`);
  return count > listed.length ? [...lines, `and ${count - listed.length} more problems`] : lines;
}

function placeOf({ file, line }: SourceProblem, severalFiles: boolean): string {
  const place = `${file.format === 'json' ? 'rule' : 'line'} ${line}`;
  return severalFiles ? `${file.name}, ${place}` : place;
}
