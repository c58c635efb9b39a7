/**
 * How a process of the server is started, here and wherever docs/operations.md and deploy/ name the same: V8 otherwise lets
 * garbage grow to several times of what lives (50 MB) before it looks for it, and glibc keeps an arena for each thread.
 * Measured in docs/proof.md, "Memory". Without `--enable-source-maps`, which keeps 15 MB: the built files have the
 * names, and nearly the lines, of their sources, so that a trace can be read all the same.
 */
export const SERVER_FLAGS = [
  // Room for new objects: three times so many megabytes.
  '--max-semi-space-size=8',
  // Old objects are looked through when they have become so much more.
  '--heap-growing-percent=10',
];
/** @type {Record<string, string>} */
export const SERVER_VARIABLES = {
  MALLOC_ARENA_MAX: '2',
  // Bytes. Large blocks are mapped one by one and given back when they are freed. Left alone, glibc raises both to
  // the largest block that it has seen freed, and keeps what an import or a file needed once.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // libuv's threads read files, compress, and look up names. Passwords and pictures take three of them at most.
  UV_THREADPOOL_SIZE: '8',
};
