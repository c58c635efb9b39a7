/**
 * Every transfer syntax with real files: `node bench/lectures/syntaxes.mjs [folder of samples]`.
 * The samples of Debian's `python3-pydicom`, and variants of them made by dcmtk and openjph. Each file goes through
 * the import's check and through the product's decoder in Chromium; what is shown is compared, pixel by pixel, with
 * the uncompressed original, or with what dcmtk (for JPEG 2000: GDCM) makes of the file. The table in docs/lectures.md.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { rolldown } from 'rolldown';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.mjs';
import { makeVariants } from './make-variants.mjs';
import { serve } from './serve.mjs';

const samples =
  process.argv[2] ?? process.env.DICOM_SAMPLES ?? '/usr/lib/python3/dist-packages/pydicom/data/test_files';
if (!existsSync(samples)) throw new Error(`${samples} is not there: apt-get install python3-pydicom`);
/** 32 bits in big endian: dcmconv swaps halves of the numbers only; the sample has a little endian twin. */
const TWINS = { 'rtdose_expb.dcm': 'rtdose.dcm', 'rtdose_expb_1frame.dcm': 'rtdose_1frame.dcm' };
const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const cache = join(root, '.cache/bench-lectures/syntaxes');
const served = join(cache, 'series');
rmSync(cache, { recursive: true, force: true });
mkdirSync(served, { recursive: true });

const vite = join(root, 'node_modules/vite/bin/vite.js');
execFileSync(process.execPath, [vite, 'build', '--config', join(import.meta.dirname, 'vite.config.mjs')], {
  cwd: join(root, 'web'),
  env: { ...process.env, PAGES: 'decode' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const checkFile = join(root, 'server/.cache/dicom-check.mjs');
const bundle = await rolldown({
  input: join(root, 'server/src/features/lectures/dicom-check.ts'),
  platform: 'node',
  external: /^dicom-parser$/,
  resolve: { conditionNames: ['source', 'import', 'node'] },
  logLevel: 'silent',
});
await bundle.write({ file: checkFile, format: 'esm' });
const { readDicomSlice } = await import(pathToFileURL(checkFile).href);

const real = readdirSync(samples)
  .filter((name) => name.endsWith('.dcm'))
  .map((name) => ({ file: join(samples, name), reference: TWINS[name] ? join(samples, TWINS[name]) : null }));
const all = [...makeVariants(samples, join(cache, 'made')), ...real];

const { origin, close } = await serve(cache);
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: BROWSER_ARGUMENTS,
});
const page = await browser.newPage();
await page.goto(`${origin}/decode.html`);
await page.waitForFunction(() => 'decode' in window);

process.stdout.write(
  '| file | stored as | at import | in the browser | largest difference | beside |\n|---|---|---|---|---|---|\n',
);
for (const { file, reference } of all) {
  const name = basename(file);
  const address = join(served, name);
  copyFileSync(file, address);
  const imported = await readDicomSlice(file, 'remove').then(
    ({ slice }) => ({ text: 'taken', slice }),
    (error) => ({ text: error.message, slice: null }),
  );
  const beside = join(served, `reference-${name}`);
  const by = reference
    ? 'original'
    : imported.slice && uncompressed(file, imported.slice.transferSyntax, beside);
  if (reference) copyFileSync(reference, beside);
  const shown = await page.evaluate(({ one, other }) => window.decode(one, other), {
    one: `/series/${name}`,
    other: by ? `/series/reference-${name}` : null,
  });
  const seen =
    shown.failure ??
    `${shown.columns} x ${shown.rows}${(shown.frames ?? 1) > 1 ? `, ${shown.frames} frames` : ''}`;
  process.stdout.write(
    `| ${name} | ${imported.slice?.transferSyntax ?? syntaxOf(file)} | ${imported.text} | ${seen} | ${shown.largest ?? ''} | ${shown.largest == null ? '' : by} |\n`,
  );
}
await browser.close();
await close();

/** Decodes with another program; returns its name. */
function uncompressed(file, syntax, target) {
  const tool = /\.4\.(5|6|70)/.test(syntax)
    ? ['dcmdjpeg']
    : /\.4\.8/.test(syntax)
      ? ['dcmdjpls']
      : /\.2\.5$/.test(syntax)
        ? ['dcmdrle']
        : /\.4\.9/.test(syntax)
          ? ['gdcmconv', '--raw']
          : ['dcmconv', '+te'];
  try {
    execFileSync(tool[0], [...tool.slice(1), file, target], { stdio: 'pipe' });
    return tool[0];
  } catch {
    return null;
  }
}
function syntaxOf(file) {
  try {
    return (
      /UI =?\[?([^\s\]]+)/.exec(
        execFileSync('dcmdump', ['+P', '0002,0010', file], { stdio: 'pipe' }).toString(),
      )?.[1] ?? ''
    );
  } catch {
    return '';
  }
}
