/**
 * One of two application hosts is killed every 30 seconds and started again, in turn. Owed: nothing acknowledged is
 * lost, and the only errors are cut connections.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startActing } from '../acting.mjs';
import { fillDatabase } from '../application.mjs';
import { PRIMARY_URL } from '../balancer.mjs';
import { killAll, processesOf } from '../network.mjs';

const EVERY_MS = 30_000;

/** @param {import('../laboratory.mjs').Laboratory} laboratory @param {import('../run.mjs').Values} values */
export async function application({ database, balancer, folder, say }, values) {
  say('starting three database hosts');
  await database.start();
  balancer.start();
  const dataDir = await fillDatabase({ folder, prepared: values.prepared, url: PRIMARY_URL });
  const { outside, products, load } = await startActing({ folder, say }, { dataDir, people: values.people });
  await sleep(5000);
  load.tally.begin(`an application host killed every ${EVERY_MS / 1000} s`);
  for (let number = 0; number < Number(values.times); number += 1) {
    const product = products[number % products.length];
    const next = sleep(EVERY_MS);
    killAll(processesOf(product.host), 'SIGKILL');
    await product.child.gone;
    await product.start();
    await next;
  }
  load.tally.end();
  const problems = await load.finish({ say });
  await outside.close();
  const others = Object.keys(load.tally.errors()).filter((kind) => kind !== 'cut');
  if (others.length > 0) problems.push(`errors other than cut connections: ${others.join(', ')}`);
  console.log(
    `${values.times} kills; no write for ${(load.witnesses.longestGap(0) / 1000).toFixed(1)} s at most`,
  );
  return problems;
}
