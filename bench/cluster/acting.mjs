/** The product on its hosts, and people who act on it from outside. */
import { startOutside, startProducts } from './application.mjs';
import { PRIMARY_URL } from './balancer.mjs';
import { startLoad } from './load.mjs';
import { HOSTS } from './network.mjs';

/**
 * @param {Pick<import('./laboratory.mjs').Laboratory, 'folder' | 'say'>} laboratory
 * @param {object} options
 * @param {string} options.dataDir
 * @param {string} options.people How many.
 * @param {string} [options.url] The database, as the product reaches it.
 * @param {Record<string, string>} [options.variables] Of the product, beside those of every trial.
 * @param {number} [options.each] Processes of a host.
 */
export async function startActing(
  { folder, say },
  { dataDir, people, url = PRIMARY_URL, variables = {}, each },
) {
  const outside = await startOutside({ folder, dataDir, url });
  const environment = { ...outside.environment, ...variables };
  const products = await startProducts({ environment, folder, ...(each ? { each } : {}) });
  const servers = products.map(({ host, port }) => ({ host: HOSTS[host], port }));
  // The auditor counts on the primary itself.
  const load = await startLoad({ ...outside, url: PRIMARY_URL, folder, servers, people: Number(people) });
  say(`${people} people act on ${products.length} processes`);
  return { outside, products, load };
}
