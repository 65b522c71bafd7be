import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs: those that need no database. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: ['test/{auth,cases,catalogue,configuration,people,personal-data}/**/*.{rules,unit}.test.ts'],
    isolate: false,
    setupFiles: 'test/support/setup/file-setup.ts',
    restoreMocks: true,
  },
})
