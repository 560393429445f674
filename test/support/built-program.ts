/** Where the program is that tests start as a process. */
import { fileURLToPath } from 'node:url';

/** A built program to test instead of building this tree's, such as an installed package's: the path of its bin.cjs. */
export const givenProgram: string | undefined = process.env.NAMEPLATE_TEST_PROGRAM || undefined;

export const builtProgram: string =
  givenProgram ?? fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));
