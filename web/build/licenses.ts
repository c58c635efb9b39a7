import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const WEB = join(import.meta.dirname, '..');
const PACKAGE_FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE_FILE = /^(licen[cs]e|copying)(\.|-|$)/i;

/**
 * `/licenses.md`: the full texts of all packages of which code or files are shipped. Vite's own option leaves out what
 * workers load (the DICOM decoders) and what style sheets name (the typefaces).
 */
export function licensesPlugins(): { ofPages: Plugin; ofWorkers: () => Plugin } {
  const folders = new Set<string>();
  const collect = (bundle: Rolldown.OutputBundle) => {
    for (const output of Object.values(bundle)) {
      const files = output.type === 'chunk' ? output.moduleIds : output.originalFileNames;
      // Modules are named by their whole path, files by the path from `web`.
      for (const file of files) {
        const folder = PACKAGE_FOLDER.exec(resolve(WEB, file))?.[1];
        if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
      }
    }
  };
  return {
    ofWorkers: () => ({ name: 'licenses-of-workers', generateBundle: (_options, bundle) => collect(bundle) }),
    // Workers are bundled while the pages that start them are read: before this.
    ofPages: {
      name: 'licenses',
      enforce: 'post',
      generateBundle(_options, bundle) {
        collect(bundle);
        const source = [...folders].map(licenseOf).sort().join('\n');
        this.emitFile({ type: 'asset', fileName: 'licenses.md', source: `# Licenses\n\n${source}` });
      },
    },
  };
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!license) throw new Error(`${name} is shipped and names no licence`);
  const file = readdirSync(folder).find((each) => LICENSE_FILE.test(each));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `## ${name} - ${version} (${license})\n${text ? `\n${text}\n` : ''}`;
}
