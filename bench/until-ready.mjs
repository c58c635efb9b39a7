import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the address answers (the product's `/readyz` unless said); throws when its process ended instead. */
export async function untilReady(url, child, path = '/readyz') {
  const isReady = () =>
    fetch(url + path).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null)
      throw new Error(
        `it ended with ${child.exitCode} while starting (the product: run "npm run build" first)`,
      );
    await sleep(200);
  }
}
