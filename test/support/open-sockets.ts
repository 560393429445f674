/** The sockets that a process has open, as Linux says. Source: proc(5). */
import { readdir, readFile, readlink } from 'node:fs/promises';

const listening = '0A';

/** Their names, such as `socket:[4711]`. */
export async function socketsOf(pid: number): Promise<Set<string>> {
  const directory = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(directory)).map((name) => readlink(`${directory}/${name}`).catch(() => '')),
  );
  return new Set(links.filter((link) => link.startsWith('socket:')));
}

/** Whether the process listens on a port, by TCP; false also when it has ended. */
export async function listensOn(pid: number, port: number): Promise<boolean> {
  const sockets = await socketsOf(pid).catch(() => new Set());
  // There is no table of IPv6 where the machine has none.
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  return tables
    .join('')
    .split('\n')
    .some((line) => {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      return (
        state === listening &&
        Number.parseInt(local.split(':')[1] ?? '', 16) === port &&
        sockets.has(`socket:[${inode}]`)
      );
    });
}
