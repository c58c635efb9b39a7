/** Compiles contract and server with tsc, bundles the web for browser and server, and compresses what is sent often. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root, run } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules', name);

async function must(title, command, args, options) {
  const { code } = await run(command, args, options);
  if (code === 0) return;
  process.stderr.write(`${title} failed\n`);
  process.exit(1);
}

await must('Compiling', process.execPath, [bin('typescript/bin/tsc'), '-b', 'server']);
const vite = (args) =>
  must('Bundling', process.execPath, [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...args], {
    cwd: join(root, 'web'),
  });
await vite([]);
await vite(['--ssr']);

const assets = join(root, 'web/dist/client');
for (const name of readdirSync(assets, { recursive: true })) {
  if (!/\.(js|mjs|css|svg|json|wasm|html|txt|webmanifest)$/.test(name) || name === 'index.html') continue;
  const path = join(assets, name);
  if (statSync(path).size < 1024) continue;
  const content = readFileSync(path);
  // Quality 9 gives up two percent of size for a tenth of the time of 11.
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  );
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
