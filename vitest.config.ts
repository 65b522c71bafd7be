import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const ruleTests = 'test/**/*.rules.test.ts'
// The embedded store itself, what starts one by itself, and what needs no database.
const embeddedTests = [
  'test/**/embedded.test.ts',
  'test/completion.test.ts',
  'test/openapi/document.test.ts',
  'test/package.test.ts',
]
const browserTests = 'test/**/*.browser.test.ts'
const databaseSetup = 'test/support/global-setup.ts'

// The name of a project is the kind of database that its tests run on. Rules know none, and run once. What a person
// sees in a browser is the same on both, and runs once as well, on the embedded store.
const projects = [
  { name: 'rules', include: [ruleTests], exclude: [] },
  {
    name: 'postgresql',
    include: ['test/**/*.test.ts'],
    exclude: [ruleTests, browserTests, ...embeddedTests],
    globalSetup: databaseSetup,
  },
  {
    name: 'embedded',
    include: ['test/**/*.test.ts'],
    exclude: [ruleTests, browserTests, 'test/**/postgres.test.ts'],
    globalSetup: databaseSetup,
  },
  {
    name: 'browser',
    include: [browserTests],
    exclude: [],
    globalSetup: [databaseSetup, 'test/support/browser-setup.ts'],
    // Whose page is still starting cannot be hurried by a second browser.
    fileParallelism: false,
    testTimeout: 90_000,
  },
]

export default defineConfig({
  resolve: {
    // Vite would take another of graphql's builds than Node does for the packages, and graphql refuses to be two.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    maxWorkers: Math.min(availableParallelism(), 4),
    projects: projects.map((project) => ({
      extends: true as const,
      test: {
        testTimeout: 30_000,
        expect: { poll: { timeout: 20_000 } },
        hookTimeout: 60_000,
        ...project,
      },
    })),
  },
})
