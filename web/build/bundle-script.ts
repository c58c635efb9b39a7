import { join } from 'node:path';
import { rolldown } from 'rolldown';

export const WEB_FOLDER = join(import.meta.dirname, '..');

/** A script with everything that it imports, as one classic script. `define`: values written into it. */
export async function bundleScript(
  entry: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const bundle = await rolldown({
    input: join(WEB_FOLDER, entry),
    platform: 'browser',
    resolve: { conditionNames: ['source', 'browser', 'import'] },
    transform: { target: 'es2022', define: { ...define } },
  });
  try {
    const { output } = await bundle.generate({ format: 'iife', minify: true });
    return output[0].code.trim();
  } finally {
    await bundle.close();
  }
}
