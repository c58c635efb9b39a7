import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Bundles a TypeScript entry into one runnable file, for tests that need separate processes (to kill them). The file is in
 * the server's folder, so that Node finds the packages.
 */
export async function bundleForNode(entry: string): Promise<{ file: string; remove(): void }> {
  const cache = join(import.meta.dirname, '..', '..', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bundle-'));
  const file = join(folder, 'main.mjs');
  const bundle = await rolldown({ input: entry, platform: 'node', external: /^[^./]/, logLevel: 'silent' });
  // Modules that are imported lazily become files next to it.
  await bundle.write({ dir: folder, entryFileNames: 'main.mjs', format: 'esm' });
  await bundle.close();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
