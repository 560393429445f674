/** Problems of rule files as lines for people. */
import { counted } from '../counted.ts';
import type { NormalisedPath, Problems, SourceProblem } from './source-files.ts';

/** A line each, and how many more there are; with the file's name where there are several. */
export function problemLines({ listed, count }: Problems, severalFiles: boolean): string[] {
  const lines = listed.map((problem) => `${placeOf(problem, severalFiles)}: ${problem.reason}`);
  return count > listed.length ? [...lines, `and ${counted(count - listed.length, 'more problem')}`] : lines;
}

const maxNormalised = 20;

/** What the import has normalised, the first of it. */
export function normalisedLines({ normalised }: Problems, severalFiles: boolean): string[] {
  const lines = normalised
    .slice(0, maxNormalised)
    .map((one) => `${placeOf(one, severalFiles)}: ${one.path} is compared as ${one.normalForm}`);
  const rest = normalised.length - lines.length;
  return rest > 0 ? [...lines, `and ${counted(rest, 'more path')} in normal form`] : lines;
}

function placeOf({ file, line }: SourceProblem | NormalisedPath, severalFiles: boolean): string {
  const place = `${file.format === 'json' ? 'rule' : 'line'} ${line}`;
  return severalFiles ? `${file.name}, ${place}` : place;
}
