import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { bundle, probed, probeFile, signedWebhook } from '../support/clients/probe-runs.ts'
import { carla, credentialHeaders } from '../support/requests/credentials.ts'
import { temporaryFolder } from '../support/folders.ts'
import { watchServe } from '../support/server/process.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The files that .dockerignore includes. Some do not always exist. */
const context = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1))
  .filter((name) => existsSync(join(root, name)))

const runner = `
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { probe } from './probe.mjs'

const [place, parameters] = isMainThread ? process.argv.slice(2) : ['main', workerData]
if (place === 'thread') new Worker(new URL(import.meta.url), { workerData: parameters })
else console.log(JSON.stringify(await probe(...JSON.parse(parameters))))
`

const typedProgram = `
import { createClient, ProblemError, verifyWebhook } from 'casegate/client'

const client = createClient({ url: 'http://127.0.0.1:4000', credentials: { touchpoint: 'desk', token: 'a' } })
const { data, error } = await client.GET('/api/v4/cases', { params: { query: { status: ['Open'] } } })
if (error) throw new ProblemError(error)
const versions: number[] = data.cases.map(({ version }) => version)
const { error: refused } = await client.PUT('/api/v4/cases/{caseInstanceId}', {
  params: { path: { caseInstanceId: 1001 } },
  body: { categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Hello.'] },
})
if (refused?.code === 'preconditionFailed') versions.push(refused.currentVersion ?? 0)
// @ts-expect-error No operation has this code.
if (refused?.code === 'nothing') versions.push(0)
for await (const event of client.events({ after: 'latest', filter: { kind: ['CREATED'] } })) {
  if (event.kind === 'CREATED') versions.push(event.case?.version ?? 0)
}
const message = verifyWebhook('whsec_', new Headers(), '')
if (message.type !== 'webhook.test') versions.push(message.data.caseId)
export {}
`

describe('the package', () => {
  const source = temporaryFolder()
  const elsewhere = temporaryFolder()
  const installed = join(elsewhere, 'node_modules', 'casegate')
  let left: string[]

  const program = join(elsewhere, 'node_modules', '.bin', 'casegate')
  const casegate = (...args: string[]) => run(process.execPath, [program, ...args], { cwd: elsewhere, env: {} })

  // As the Dockerfile does it, and without the packages for development and the Node among the optional ones.
  beforeAll(async () => {
    for (const name of context) cpSync(join(root, name), join(source, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
    const files = () => globSync('{src,migrations,bin}/**', { cwd: source }).concat(readdirSync(source))
    const before = files()
    await run('npm', ['pack', '--pack-destination', elsewhere], { cwd: source })
    left = files().filter((name) => !before.includes(name))
    const options = ['--ignore-scripts', '--omit=optional', '--prefer-offline', '--no-audit', '--no-fund']
    await run('npm', ['install', ...options, `./casegate-${packageJson.version}.tgz`], { cwd: elsewhere })
  })

  test('leaves no files in the folder in which it was built', () => {
    expect(left).toEqual([])
  })

  test('contains only the files that are needed', () => {
    const folders = ['assets', 'bin', 'client', 'deploy', 'desk', 'docs', 'examples', 'migrations', 'src']
    const known = ['README.md', 'SECURITY.md', 'openapi.json', 'package.json', 'schema.graphql', ...folders]
    expect(readdirSync(installed).filter((name) => !known.includes(name))).toEqual([])
    expect(existsSync(join(installed, 'schema.graphql'))).toBe(true)
    const sources = globSync('{src,migrations}/**/*.ts', { cwd: root }).map((file) => file.replace(/\.ts$/, '.js'))
    const emitted = globSync('{src,migrations}/**/*.*', { cwd: installed })
    expect(emitted.sort()).toEqual(
      [...sources, ...['-cases', '-identity', ''].map((part) => `src/transfer/demo-data${part}.json`)].sort(),
    )
  })

  test('contains what its pages link to', () => {
    const pages = globSync('{*.md,docs/**/*.md}', { cwd: installed })
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/README.md']))
    const missing = pages.flatMap((page) => {
      const targets = [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      return targets
        .map(([, target = '']) => join(dirname(page), target))
        .filter((file) => !existsSync(join(installed, file)))
    })
    expect([...new Set(missing)]).toEqual([])
  })

  test('runs under its own name', async () => {
    expect((await casegate('--version')).stdout).toBe(`${packageJson.version}\n`)
    expect((await casegate('schema')).stdout).toBe(readFileSync(join(root, 'schema.graphql'), 'utf8'))
    const { stdout } = await casegate('import', '--help')
    expect(stdout).toMatch(/^ {2}casegate import cases\.json$/m)
    const [file = ''] = /node_modules\S+demo-data\.json/.exec(stdout.replaceAll(/\n +/g, '')) ?? []
    expect(existsSync(join(elsewhere, file)), file).toBe(true)
  })

  test('has the entries that its exports name', () => {
    const require = createRequire(join(elsewhere, 'program.js'))
    const files = { 'openapi.json': 'openapi.json', 'package.json': 'package.json', 'schema.graphql': 'schema.graphql' }
    for (const [entry, file] of Object.entries({ ...files, client: 'client/dist/client.js' })) {
      expect(require.resolve(`casegate/${entry}`)).toBe(join(installed, file))
    }
    const emitted = globSync('client/**/*.*', { cwd: installed, exclude: ['client/dist/**/*.{js,d.ts}'] })
    expect(emitted.sort()).toEqual(['client/build.js'])
  })

  test('has a client that bundlers reduce to what a program uses', async () => {
    const calls = join(elsewhere, 'calls.js')
    writeFileSync(calls, "export { createClient } from 'casegate/client'\n")
    expect(gzipSync(await bundle(calls)).length).toBeLessThanOrEqual(7 * 1024)
  })

  // The program is compiled in an empty project, without the packages of this one.
  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types for module %s with moduleResolution %s', async (module, moduleResolution) => {
    writeFileSync(join(elsewhere, 'program.mts'), typedProgram)
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--noEmit',
      '--target',
      'es2022',
    ]
    const how = ['--module', module, '--moduleResolution', moduleResolution, '--lib', 'es2022,dom,dom.iterable']
    for (const compiler of ['typescript', 'typescript-6']) {
      const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
      const { stdout } = await run(process.execPath, [tsc, ...options, ...how, 'program.mts'], { cwd: elsewhere })
      expect(stdout).toBe('')
    }
  })

  /** The Node of the machine may be older than the one of the service. */
  const nodes = [process.execPath, ...['/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)]
  test('serves from an empty folder, with its migrations, the demonstration data and the desk, also the client in Node 20', async () => {
    const folder = join(elsewhere, 'work')
    mkdirSync(folder)
    const { url, child, exited } = watchServe(
      spawn(process.execPath, [program, 'serve'], { cwd: folder, env: { PORT: '0' } }),
    )
    const response = await fetch(`${await url}/api/v4/cases/typecategory`, { headers: credentialHeaders(carla) })
    expect(response.status).toBe(200)
    const desk = await (await fetch(`${await url}/desk`)).text()
    const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(desk) ?? []
    expect((await fetch(`${await url}${script}`)).status).toBe(200)
    expect(await response.json()).toMatchObject({ caseTypeCategories: expect.arrayContaining([expect.anything()]) })
    expect(readdirSync(folder)).toEqual(['.data'])
    cpSync(probeFile, join(elsewhere, 'probe.mjs'))
    writeFileSync(join(elsewhere, 'main.mjs'), runner)
    let id = 1001
    for (const node of nodes) {
      for (const place of ['main', 'thread']) {
        const parameters = JSON.stringify([await url, id, signedWebhook()])
        const { stdout } = await run(node, ['main.mjs', place, parameters], { cwd: elsewhere })
        expect(JSON.parse(stdout), `${node} ${place}`).toMatchObject({ ...probed(id), version: expect.any(Number) })
        id++
      }
    }
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })
})
