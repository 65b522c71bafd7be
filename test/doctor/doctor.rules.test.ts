import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { checkServerFacts, type ServerFacts } from '../../src/doctor/check-server.ts'
import { checkConfiguration, checkFolderSpace, checkStore } from '../../src/doctor/check-settings.ts'

const healthy: ServerFacts = {
  version: '18.1',
  versionNumber: 180_001,
  encoding: 'UTF8',
  foldsLetters: true,
  readOnly: false,
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  connections: 97,
  taken: 3,
  superuser: false,
  unencrypted: false,
}

describe('the checks of a PostgreSQL server', () => {
  test.each([150_000, 169_999, 189_999])('accept version %i', (versionNumber) => {
    const levels = Array.from(checkServerFacts({ ...healthy, versionNumber }, 16), ({ level }) => level)
    expect(levels).toEqual(['ok', 'ok', 'ok'])
  })

  test('count the processes whose pools fit into its connections', () => {
    const messages = Array.from(checkServerFacts(healthy, 16), ({ message }) => message)
    expect(messages).toContainEqual(expect.stringMatching(/97 connections, enough for 6 processes\.$/))
  })

  test.each<[string, Partial<ServerFacts>, string, string]>([
    ['an older version', { versionNumber: 140_009 }, 'warning', 'version'],
    ['a newer version', { versionNumber: 190_000 }, 'warning', 'version'],
    ['an encoding that lacks characters', { encoding: 'SQL_ASCII' }, 'failure', 'encoding'],
    ['letters without a case', { foldsLetters: false }, 'warning', 'search'],
    ['a read-only server', { readOnly: true }, 'failure', 'writing'],
    ['a superuser', { superuser: true }, 'warning', 'role'],
    ['a connection without encryption', { unencrypted: true }, 'warning', 'encryption'],
    ['fsync off', { fsync: 'off' }, 'failure', 'durability'],
    ['synchronous_commit off', { synchronousCommit: 'off' }, 'failure', 'durability'],
    ['full_page_writes off', { fullPageWrites: 'off' }, 'warning', 'durability'],
    ['too few connections', { connections: 15 }, 'failure', 'connections'],
    ['connections that other clients use', { taken: 82 }, 'warning', 'connections'],
  ])('report %s', (_claim, facts, level, check) => {
    const results = [...checkServerFacts({ ...healthy, ...facts }, 16)]
    const problems = results.filter(({ level }) => level !== 'ok')
    expect(problems).toEqual([{ level, check, message: expect.any(String), advice: expect.any(String) }])
  })
})

describe('the checks of the embedded store', () => {
  test('report how much space is left', () => {
    expect([...checkStore(tmpdir())]).toEqual([
      expect.objectContaining({ check: 'store', message: expect.stringMatching(/has [\d,]+ MiB left/) }),
      expect.objectContaining({ check: 'durability', level: 'warning' }),
    ])
  })

  test.each([
    ['is missing', '/no/such/folder', 'warning'],
    ['is a file', fileURLToPath(import.meta.url), 'failure'],
  ])('report a folder that %s', (_claim, folder, level) => {
    expect([...checkStore(folder)]).toEqual([expect.objectContaining({ check: 'store', level })])
  })

  test.each([
    [63, 'failure'],
    [1_023, 'warning'],
    [1_024, 'ok'],
  ])('rate %i MiB of free space as %s', (free, level) => {
    expect(checkFolderSpace('.data', free).level).toBe(level)
  })
})

describe('the checks of the settings', () => {
  const DATABASE_URL = 'postgresql://casegate@db/casegate'

  test.each([{}, { DATABASE_URL, HOST: '0.0.0.0' }, { DATABASE_URL, DESK: 'on', DESK_URL: 'https://a.example/desk' }])(
    'accept %o',
    (env) => {
      expect([...checkConfiguration(readConfig(env))]).toEqual([])
    },
  )

  test.each<[Record<string, string>, string, RegExp]>([
    [{ HOST: '0.0.0.0' }, 'warning', /accepts connections from other machines/],
    [{ DATABASE_URL, GRAPHIQL: 'on' }, 'warning', /playground/],
    [{ DATABASE_URL, RATE_LIMIT: 'off' }, 'warning', /not limited/],
    [{ DATABASE_URL, DESK: 'on' }, 'warning', /DESK_URL is not set/],
    [{ DATABASE_URL, HOST: '0.0.0.0', TRUST_PROXY: 'on' }, 'warning', /bypass the proxy/],
  ])('report %o', (env, level, message) => {
    expect([...checkConfiguration(readConfig(env))]).toEqual([
      { check: 'configuration', level, message: expect.stringMatching(message), advice: expect.any(String) },
    ])
  })
})
