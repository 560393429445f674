/**
 * The tracker's script, built to `dist/tracker/script.js`, with the scripts that stand beside it in pages in the same directory.
 * Source: docs/reference/tracker.md ("How it gets into a page").
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { trackerScriptPath } from '../../core/program-files.ts';
import { reportScripts } from '../../core/report-scripts.ts';
import { ServedScript } from '../../core/served-script.ts';
import { linksScriptPath } from '../../core/tracker-paths.ts';

export class TrackerScript extends ServedScript {
  /** The scripts that pages may have beside this one, by their paths. */
  readonly beside: ReadonlyMap<string, ServedScript>;

  constructor(script: Buffer, beside: ReadonlyMap<string, Buffer> = new Map()) {
    super(script);
    this.beside = new Map([...beside].map(([path, source]) => [path, new ServedScript(source)]));
  }

  /** Reads what the build has made, all scripts from one directory. */
  static async load(path: string = trackerScriptPath): Promise<TrackerScript> {
    try {
      const script = await readFile(path);
      const paths = [linksScriptPath, ...Object.values(reportScripts).map((one) => one.path)];
      const beside = await Promise.all(
        paths.map(async (one) => [one, await readFile(join(dirname(path), basename(one)))] as const),
      );
      return new TrackerScript(script, new Map(beside));
    } catch (error) {
      throw new Error(`the tracker's script cannot be read; it is made by \`npm run build\``, {
        cause: error,
      });
    }
  }
}
