/** Rows of a file: JSON as the API has it, or CSV whose columns are the API's attributes. Source: docs/reference/domains.md ("Many at once"). */
import { parseCsvLine } from '../../core/csv.ts';
import { quoteValue } from '../../core/errors.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import { counted } from '../counted.ts';
import { CliError } from '../failures.ts';
import { readFileOrInput } from '../named-file.ts';

export type Row = {
  /** How it is called in messages. */
  readonly place: string;
  readonly attributes: unknown;
  /** Why it can't be read. */
  readonly reason?: string;
};

const { names, definitions } = customDomainResource;
/** Spreadsheets write their own. */
const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  TRUE: true,
  '1': true,
  false: false,
  FALSE: false,
  '0': false,
};
const undecodable = '\ufffd';

export async function readRows(path: string, format: 'json' | 'csv'): Promise<readonly Row[]> {
  const text = (await readFileOrInput('PATH', path)).toString();
  return format === 'json' ? jsonRows(text, path) : csvRows(text);
}

function jsonRows(text: string, path: string): readonly Row[] {
  const source = path === '-' ? 'standard input' : quoteValue(path);
  const value = parse(text, source);
  const list = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  if (!Array.isArray(list)) throw new CliError(`${source} is not an array of custom domains`);
  return list.map((attributes: unknown, index) => ({ place: `custom_domains[${index}]`, attributes }));
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${source} is not well-formed JSON`);
  }
}

export function csvRows(text: string): readonly Row[] {
  if (text.includes(undecodable) || text.includes('\0'))
    throw new CliError('the file is not UTF-8 text; save it as CSV in UTF-8');
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const columns = readHeader(lines[0] ?? '');
  return lines.slice(1).flatMap((line, index): Row[] => {
    if (/^[,\s]*$/.test(line)) return [];
    const place = `line ${index + 2}`;
    const record = parseCsvLine(line);
    if (!record.ok) return [{ place, attributes: {}, reason: record.reason }];
    const { cells } = record;
    if (cells.length !== columns.length)
      return [
        {
          place,
          attributes: {},
          reason: `it has ${counted(cells.length, 'cell')}, the header has ${columns.length}`,
        },
      ];
    const pairs = columns.flatMap((name, at) => {
      const cell = cells[at] ?? '';
      return cell === '' ? [] : [[name, valueOf(name, cell)] as const];
    });
    return [{ place, attributes: Object.fromEntries(pairs) }];
  });
}

function readHeader(line: string): readonly string[] {
  const record = parseCsvLine(line);
  if (!record.ok) throw new CliError(`the header is not CSV: ${record.reason}`);
  const columns = record.cells.map((cell) => cell.trim());
  for (const [index, column] of columns.entries()) {
    if (!names.some((name) => name === column)) {
      const separator = /[;\t|]/.test(column) ? '; columns are separated by commas' : '';
      throw new CliError(
        `column ${quoteValue(column)} is not an attribute; allowed: ${names.join(', ')}${separator}`,
      );
    }
    if (columns.indexOf(column) !== index) throw new CliError(`column ${quoteValue(column)} is there twice`);
  }
  if (!columns.includes('host')) throw new CliError('column "host" is missing');
  return columns;
}

/** As JSON has it; what is no value of its type stays text, which the API refuses. */
function valueOf(name: string, cell: string): unknown {
  const type = Object.entries(definitions).find(([each]) => each === name)?.[1].type;
  if (type === 'boolean') return booleans[cell] ?? cell;
  if (type === 'integer') return /^\d+$/.test(cell) ? Number(cell) : cell;
  if (type !== 'text_map') return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
