/**
 * How a server process is started, here and wherever docs/operations.md and deploy/ name the same options. By default,
 * V8 lets garbage grow to several times the live memory (50 MB) before it collects, and glibc keeps an arena per
 * thread. Measured in docs/proof.md, "Memory of a process". Without `--enable-source-maps`, which needs 15 MB: the built
 * files have the names and nearly the line numbers of their sources, so stack traces can be read anyway.
 */
export const SERVER_FLAGS = [
  // The space for new objects is three times this many megabytes.
  '--max-semi-space-size=8',
  // Collects old objects when they have grown by this percentage.
  '--heap-growing-percent=10',
];
/** @type {Record<string, string>} */
export const SERVER_VARIABLES = {
  MALLOC_ARENA_MAX: '2',
  // Bytes. Larger blocks are mapped individually and returned when they are freed. By default, glibc raises both limits
  // to the largest freed block, and keeps memory that an import or a file needed once.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // libuv's threads read files, compress, and resolve names. Passwords and images use at most three of them.
  UV_THREADPOOL_SIZE: '8',
};
