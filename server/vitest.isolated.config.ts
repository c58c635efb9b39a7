import { mergeConfig } from 'vite';
import { defineProject } from 'vitest/config';
import shared, { REPLACES_MODULES } from './vitest.config.ts';

/** Tests that put something else in a module's place: each needs modules of its own, loaded for it alone. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], exclude: [] } },
  defineProject({ test: { name: 'server-isolated', include: [...REPLACES_MODULES], isolate: true } }),
);
