/** Memory that is in use, without what only waits to be collected: when that happens depends on what ran before in the process. */
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');
const collectGarbage: () => void = vm.runInNewContext('gc');

/** Bytes of the heap and of buffers. */
export function memoryInUse(): { readonly heapUsed: number; readonly arrayBuffers: number } {
  collectGarbage();
  return process.memoryUsage();
}
