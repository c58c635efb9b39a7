/** Goes on when the work is done, or after this long (milliseconds): a browser's database may never answer. */
export const within = (limit: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, limit))]);
