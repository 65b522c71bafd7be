import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makePrivateFolder } from '../../src/database/embedded/embedded-files.ts'
import { fetchConforming } from '../support/openapi/conformance.ts'
import { demoStore, emptyStore } from '../support/database/stores.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runInProcess } from '../support/server/in-process.ts'
import { startServe } from '../support/server/process.ts'

describe('the folder of an embedded store', () => {
  test(
    'is used by one process at a time, and a second one fails with a one-line message',
    { tags: ['nightly'] },
    async () => {
      const store = await demoStore()
      const first = startServe(store)
      const url = await first.url
      const second = startServe(store)
      expect(await second.exited).toBe(1)
      expect(second.output()).toMatch(/^DATA_DIR .+ is in use by another Casegate process\..+$/)
      expect(second.output()).toContain(store['DATA_DIR'])
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      // The lock is released however its holder ends.
      first.child.kill('SIGKILL')
      await first.exited
      expect(await startServe(store).url).toMatch(/^http/)
    },
  )

  test('is filled with demonstration data only if it is new, whose token is filled in on a loopback address', async () => {
    const DATA_DIR = join(temporaryFolder(), 'not', 'yet', 'there')
    const first = startServe({ DATA_DIR, GRAPHIQL: 'on', HOST: '127.0.0.2' })
    const url = await first.url
    expect(await playground(url)).toContain(token)
    await expect.poll(() => first.output()).toMatch(/^ {2}curl -X PUT http/m)
    expect(first.output()).toMatch(
      /Creating an embedded PostgreSQL in .*\nThe store is empty\. Loading the demonstration data\.\n[^]*has been loaded/,
    )
    expect(first.output()).toContain(token)
    const request = curlOf(first.output())
    expect((await fetchConforming(`${url}${request.path}`, request)).status).toBe(201)
    first.child.kill('SIGTERM')
    expect([await first.exited, statSync(DATA_DIR).mode & 0o777]).toEqual([0, 0o700])
    chmodSync(DATA_DIR, 0o777)
    const second = startServe({ DATA_DIR, GRAPHIQL: 'on', HOST: '0.0.0.0' })
    const everywhere = new URL(await second.url)
    everywhere.hostname = '127.0.0.1'
    await expect.poll(() => second.output()).toContain('Open the playground')
    expect(second.output()).not.toContain('demonstration data')
    for (const shown of [await playground(everywhere.href), second.output()]) expect(shown).not.toContain(token)
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700)
  })

  test.runIf(process.getuid?.() === 0)('is refused if other users can read it and this user cannot change that', () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    process.seteuid?.('nobody')
    try {
      expect(() => makePrivateFolder(folder)).toThrow(/other users .* can read it, and this user is not its owner/)
    } finally {
      process.seteuid?.(0)
    }
  })

  test('is refused if other users can read it and it contains other files', () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'notes.txt'), '')
    expect(() => makePrivateFolder(folder)).toThrow('it contains other files')
    expect(statSync(folder).mode & 0o777).toBe(0o755)
  })

  test('is not filled with demonstration data if other machines can reach the service', async () => {
    const serve = startServe({ ...(await emptyStore()), HOST: '0.0.0.0' })
    const url = new URL(await serve.url)
    url.hostname = '127.0.0.1'
    const headers = { 'service-touchpoint': 'web', 'service-token': 'demo-party-paula' }
    expect((await fetchConforming(new URL('/api/v4/cases/typecategory', url), { headers })).status).toBe(401)
    expect(serve.output()).not.toContain('demonstration data has been loaded')
  })
})

describe('a folder that cannot be used is reported in one line', () => {
  /** The program's output and its exit code. */
  async function startIn(DATA_DIR: string) {
    const { code, stdout, stderr } = await runInProcess(['serve'], { DATA_DIR })
    return { code, output: `${stdout}${stderr}`.trimEnd() }
  }
  const refusal = (folder: string) => ({
    code: 1,
    output: expect.stringMatching(new RegExp(`^DATA_DIR ${folder} cannot be used: .+\\.$`)),
  })

  test('if it is a file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'Not a folder.')
    expect(await startIn(file)).toEqual(refusal(file))
    expect(await startIn(join(file, 'data'))).toEqual(refusal(join(file, 'data')))
  })

  test.runIf(process.platform === 'linux')('if it cannot be created', async () => {
    expect(await startIn('/proc/casegate')).toEqual(refusal('/proc/casegate'))
    expect(await startIn('/proc/casegate/data')).toEqual(refusal('/proc/casegate/data'))
  })

  // Root can write anywhere.
  test.skipIf(process.getuid?.() === 0)('if the user has no write permission', async () => {
    const folder = join(temporaryFolder(), 'locked')
    mkdirSync(folder, { mode: 0o555 })
    expect(await startIn(folder)).toEqual(refusal(folder))
    expect(await startIn(join(folder, 'data'))).toEqual(refusal(join(folder, 'data')))
    chmodSync(folder, 0o755)
    expect(readdirSync(folder)).toEqual([])
  })
})

const token = 'demo-operator-olga'

/** The page of the playground. */
async function playground(url: string): Promise<string> {
  const page = await fetch(new URL('/graphql', url), { headers: { accept: 'text/html,*/*;q=0.8' } })
  const text = await page.text()
  expect([page.status, text.includes('Service-Token')]).toEqual([200, true])
  return text
}

/** The request that the start-up message shows. */
function curlOf(greeting: string) {
  const [, method = '', path = ''] = /curl -X (\w+) http:\/\/[^/]+(\S+)/.exec(greeting) ?? []
  const headers = [...greeting.matchAll(/-H '([^:']+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value])
  const [, body = ''] = /-d '(\{.*\})'/.exec(greeting) ?? []
  return { method, path, headers: Object.fromEntries(headers) as Record<string, string>, body }
}
