#!/usr/bin/env node
/**
 * What `nameplate` starts: sets up the process before anything else can, then hands over to main.ts.
 *
 * Embedded analytics run on the threads of libuv's pool, beside file access, name look-ups and cryptography; with
 * its four threads, heavy reports make a file read wait for seconds. The pool's size is read from the environment
 * when the pool is first used, which an ES module is too late for: loading it uses the pool.
 */
process.env.UV_THREADPOOL_SIZE ??= '16';
void import('./main.ts');
