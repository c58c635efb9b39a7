import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Makes one runnable file of a TypeScript entry, for tests that need processes of their own (to kill them).
 * It stands within the server's folder, so that the packages are found.
 */
export async function bundleForNode(entry: string): Promise<{ file: string; remove(): void }> {
  const cache = join(import.meta.dirname, '..', '..', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bundle-'));
  const file = join(folder, 'main.mjs');
  const bundle = await rolldown({ input: entry, platform: 'node', external: /^[^./]/, logLevel: 'silent' });
  // What is imported lazily becomes files beside it.
  await bundle.write({ dir: folder, entryFileNames: 'main.mjs', format: 'esm' });
  await bundle.close();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
