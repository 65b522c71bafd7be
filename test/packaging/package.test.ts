import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
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
    const folders = ['assets', 'bin', 'deploy', 'desk', 'docs', 'examples', 'migrations', 'src']
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

  test('serves from an empty folder, with its migrations, the demonstration data and the desk', async () => {
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
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })
})
