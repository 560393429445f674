/** Problems of rule files as lines for people. */
import { oneLine } from '../table.ts';
import type { NormalisedPath, Problems, SourceProblem } from './source-files.ts';

/** A line each, and how many more there are; with the file's name where there are several. */
export function problemLines({ listed, count }: Problems, severalFiles: boolean): string[] {
  const lines = listed.map((problem) => `${placeOf(problem, severalFiles)}: ${oneLine(problem.reason)}`);
  return count > listed.length ? [...lines, `and ${count - listed.length} more problems`] : lines;
}

const maxNormalised = 20;

/** What the import has normalised, the first of it. */
export function normalisedLines({ normalised }: Problems, severalFiles: boolean): string[] {
  const lines = normalised
    .slice(0, maxNormalised)
    .map((one) => `${placeOf(one, severalFiles)}: ${oneLine(one.path)} is compared as ${one.normalForm}`);
  const rest = normalised.length - lines.length;
  return rest > 0 ? [...lines, `and ${rest} more paths in their normal form`] : lines;
}

function placeOf({ file, line }: SourceProblem | NormalisedPath, severalFiles: boolean): string {
  const place = `${file.format === 'json' ? 'rule' : 'line'} ${line}`;
  return severalFiles ? `${file.name}, ${place}` : place;
}
