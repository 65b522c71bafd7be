import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const unitTests = ['test/**/*.{rules,unit}.test.ts']
const browserTests = ['test/**/*.browser.test.ts']
const packageTests = ['test/packaging/*.test.ts']
const tortureTests = ['test/torture/*.test.ts']
/** They measure times and memory. */
const loadTests = ['test/torture/load.test.ts']
/** What exists for the embedded store alone. */
const embeddedOnly = ['test/**/{*.embedded,embedded}.test.ts']
/** What runs on both stores: the operations, the SQL behind them, and arbitrary requests. */
const bothStores = [
  'test/{cases,catalogue,database,fuzz}/**/*.test.ts',
  'test/auth/sessions.test.ts',
  'test/events/{feed,stream}.test.ts',
  'test/pages/playground-token.test.ts',
]

/**
 * What is decided before a statement is sent: the order of changes, which values a field takes, and which requests are the
 * same. The statements behind it run on both stores in other files.
 */
const beforeTheStore = [
  'test/cases/change/{bulk,case-queue,repeated-access,same-request}.test.ts',
  'test/cases/update/case-data.test.ts',
]

/** What sends no statement to the embedded store that other files do not send to it. */
const onPostgresOnly = [
  'test/cases/change/dry-run.test.ts',
  'test/cases/access/permission.test.ts',
  'test/cases/change/{expected-version,statements}.test.ts',
  'test/cases/comments/{change-comment,comments}.test.ts',
  'test/cases/form/case-fields.test.ts',
  'test/cases/paging/{page-loader,paging}.test.ts',
  'test/cases/read/{as-of,read-case}.test.ts',
  'test/cases/update/{patch-case,update-case}.test.ts',
  'test/catalogue/{catalogue-store,lookup,lookup-cache}.test.ts',
  'test/database/postgres.test.ts',
]

/** All tests. With a load balancer, only those that may send requests through it. */
const allTests = process.env['TEST_LOAD_BALANCER']
  ? globSync('test/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('useServer('))
  : ['test/**/*.test.ts']

const patient = { testTimeout: 120_000, hookTimeout: 300_000 }
/** After all others, because they load the machine. The last group has it for itself. */
const afterOthers = (groupOrder: number) => ({ ...patient, sequence: { groupOrder } })

/** Other programs between the tests and PostgreSQL take their time. */
const { TEST_LOAD_BALANCER, TEST_PGBOUNCER } = process.env
const throughOthers = TEST_LOAD_BALANCER || TEST_PGBOUNCER ? patient : {}

const databases = 'test/support/setup/global-setup.ts'

/** `npm test` runs the first three, `npm run test:all` all of them. */
const projects: NonNullable<TestProjectInlineConfiguration['test']>[] = [
  { name: 'unit', include: unitTests },
  {
    ...throughOthers,
    name: 'postgresql',
    include: allTests,
    exclude: [...unitTests, ...browserTests, ...packageTests, ...tortureTests, ...embeddedOnly],
    globalSetup: databases,
  },
  {
    name: 'embedded',
    include: [...bothStores, ...embeddedOnly],
    exclude: [...unitTests, ...beforeTheStore, ...onPostgresOnly],
    globalSetup: databases,
  },
  { ...patient, name: 'package', include: packageTests, exclude: unitTests, globalSetup: databases },
  { ...afterOthers(1), name: 'torture', include: tortureTests, exclude: loadTests },
  { ...afterOthers(2), name: 'load', include: loadTests },
  {
    ...patient,
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
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    projects: projects.map((test) => ({
      extends: true,
      test: {
        // The files of a worker share its modules, which saves loading the service for each of them.
        isolate: false,
        setupFiles: 'test/support/setup/file-setup.ts',
        // Processes that tests start need not compile the same code again.
        env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
        restoreMocks: true,
        testTimeout: 30_000,
        hookTimeout: 60_000,
        expect: { poll: { timeout: 20_000 } },
        ...test,
      },
    })),
  },
})
