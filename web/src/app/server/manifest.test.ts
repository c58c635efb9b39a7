import { expect, it } from 'vitest';
import { filesOf, wayTo } from './manifest.ts';

const manifest = {
  'index.html': { file: 'main.js', imports: ['_base.js'], dynamicImports: ['list.ts'] },
  'list.ts': { file: 'list.js', dynamicImports: ['screen.tsx'] },
  'screen.tsx': {
    file: 'screen.js',
    css: ['screen.css'],
    imports: ['_base.js', '_own.js'],
    dynamicImports: ['later.tsx', 'other.tsx'],
  },
  'later.tsx': { file: 'later.js', css: ['screen.css', 'later.css'] },
  'other.tsx': { file: 'other.js' },
  '_base.js': { file: 'base.js' },
  '_own.js': { file: 'own.js', imports: ['screen.tsx'] },
};

it('names the files of modules once, and follows imports in circles once', () => {
  expect(filesOf(manifest, ['screen.tsx', 'no-chunk.ts'])).toEqual({
    scripts: ['screen.js', 'base.js', 'own.js'],
    styles: ['screen.css'],
  });
});

it('follows the dynamic imports that belong to a module', () => {
  expect(filesOf(manifest, ['screen.tsx'], (module) => module === 'later.tsx')).toEqual({
    scripts: ['screen.js', 'base.js', 'own.js', 'later.js'],
    styles: ['screen.css', 'later.css'],
  });
});

it('finds the modules on the way to a screen', () => {
  expect(wayTo(manifest, 'index.html', 'screen.tsx')).toEqual(['index.html', 'list.ts', 'screen.tsx']);
  expect(wayTo(manifest, 'index.html', 'none')).toEqual([]);
});
