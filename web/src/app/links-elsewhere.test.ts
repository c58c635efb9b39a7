import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** Links to other sites, and those that readers write: `opened-tab.ts` takes the attribute off where they lead to us. */
const MAY = ['web/src/app/shell-footer.tsx', 'server/src/features/discussions/clean-html.ts'];

const sources = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [`${folder}/${name.replaceAll('\\', '/')}`] : [],
  );

it('a link to a page of ours sends a referrer: the tab that it opens asks whose it is', () => {
  const without = [...sources('web/src'), ...sources('server/src')].filter((path) =>
    /rel=.*noreferrer|rel: .*noreferrer|open\(.*noreferrer/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(without.sort()).toEqual(MAY.sort());
});
