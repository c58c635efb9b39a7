import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// The contract is read from its source, so that tests need no build; packages as Node itself finds them, which knows
// nothing of bundlers' condition "module".
const conditions = ['source', ...defaultServerConditions.filter((condition) => condition !== 'module')];

/** They run in a project of their own (`vitest.isolated.config.ts`). */
export const REPLACES_MODULES = ['src/features/accounts/same-work.test.ts'];

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'server',
    // `npm run make-release` runs one file that is no test.
    include: [process.env.MAKE_RELEASE ? 'src/testing/releases/make-release.ts' : 'src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: [
      'src/testing/no-console.ts',
      'src/testing/patient-waits.ts',
      'src/testing/child-programs.ts',
    ],
    exclude: REPLACES_MODULES,
    // Files share the modules of their process: loading the whole server for each took a third of the time.
    isolate: false,
    // Processes, not threads: native modules (argon2, sharp) and signals behave as they do in production.
    pool: 'forks',
    maxWorkers: 2,
    // For a machine that is busy with other work; no test asserts a time.
    testTimeout: 240_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
