import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { ResultsReporter } from './test/support/setup/results-reporter.ts'

const unitTests = ['test/**/*.{rules,unit}.test.ts']
const browserTests = ['test/**/*.browser.test.ts']
const packageTests = ['test/packaging/*.test.ts', 'test/torture/crash.test.ts']
const tortureTests = ['test/torture/*.test.ts']
/** They measure times and memory. */
const loadTests = ['test/torture/load.test.ts']
/** What exists for the embedded store alone. */
const embeddedOnly = ['test/**/{*.embedded,embedded}.test.ts']
/**
 * What differs on the embedded store: its start, its errors, migrations and safe retries. `npm run generate` sends each
 * operation to it.
 */
const embeddedGate = [
  ...embeddedOnly,
  'test/cases/change/safe-retries.test.ts',
  'test/database/{broken-writes,migrations}.test.ts',
]
/** At night, also all that sends statements to it. */
const embeddedNightly = [
  'test/{cases,catalogue,database,fuzz}/**/*.test.ts',
  'test/auth/sessions.test.ts',
  'test/{events/{feed,stream},rest/case-table}.test.ts',
  'test/mcp/{tools,untrusted-text}.test.ts',
  'test/pages/playground-token.test.ts',
]

/** All tests. With a load balancer, only those that may send requests through it. */
const allTests = process.env['TEST_LOAD_BALANCER']
  ? globSync('test/**/*.test.ts').filter((file) => /use(Shared)?Server\(/.test(readFileSync(file, 'utf8')))
  : ['test/**/*.test.ts']

/** After all others, because they load the machine. The last group has it for itself. */
const afterOthers = (groupOrder: number) => ({ sequence: { groupOrder } })

const { TEST_GATE, TEST_RESULTS } = process.env

const databases = 'test/support/setup/global-setup.ts'

/**
 * `npm test` runs the first three, `.ci/run` also `package` and `browser`, `npm run test:nightly` all of them. Tests with the tag
 * `nightly` only run at night.
 */
const projects: NonNullable<TestProjectInlineConfiguration['test']>[] = [
  { name: 'unit', include: unitTests },
  {
    name: 'postgresql',
    include: allTests,
    exclude: [...unitTests, ...browserTests, ...packageTests, ...tortureTests, ...embeddedOnly],
    globalSetup: databases,
  },
  { name: 'embedded', include: embeddedGate, globalSetup: databases },
  {
    name: 'embedded-nightly',
    include: embeddedNightly,
    exclude: [...unitTests, ...embeddedGate],
    globalSetup: databases,
  },
  { name: 'package', include: packageTests, exclude: unitTests, globalSetup: databases },
  { ...afterOthers(1), name: 'torture', include: tortureTests, exclude: [...loadTests, ...packageTests] },
  { ...afterOthers(2), name: 'load', include: loadTests },
  {
    name: 'browser',
    include: browserTests,
    globalSetup: [databases, 'test/support/browser/browser-setup.ts'],
  },
]

export default defineConfig({
  resolve: {
    // Vite would load another build of graphql than Node loads for the packages, and graphql rejects a second copy.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    // Many tests wait for processes and databases.
    maxWorkers: Math.min(availableParallelism() + 2, 4),
    // npm test and .ci/run set it.
    ...(TEST_GATE === 'on' && { tagsFilter: ['!nightly'] }),
    tags: [{ name: 'nightly', description: 'Takes long, and is not part of the gate.' }],
    // The tests that ran are counted although a later one ends its worker.
    reporters: ['default', ...(TEST_RESULTS ? [new ResultsReporter(TEST_RESULTS)] : [])],
    projects: projects.map((test) => ({
      extends: true,
      test: {
        // The files of a worker share its modules, which saves loading the service for each of them.
        isolate: false,
        setupFiles: 'test/support/setup/file-setup.ts',
        // Processes that tests start need not compile the same code again.
        env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
        restoreMocks: true,
        // On a busy machine, everything takes ten times as long.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 60_000 } },
        ...test,
      },
    })),
  },
})
