import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '../../src/doctor/check-configuration.ts'
import { readConfig } from '../../src/config.ts'
import { judgeServer, type ServerFacts } from '../../src/doctor/check-server.ts'
import { checkStore, judgeSpace } from '../../src/doctor/check-store.ts'

const healthy: ServerFacts = {
  version: '18.1',
  versionNumber: 180_001,
  encoding: 'UTF8',
  readOnly: false,
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  connections: 97,
  taken: 3,
  superuser: false,
  unencrypted: false,
}

describe('a PostgreSQL server', () => {
  test.each([150_000, 169_999, 189_999])('of version %i is supported', (versionNumber) => {
    expect(judgeServer({ ...healthy, versionNumber }, 16).map(({ level }) => level)).toEqual(['ok', 'ok', 'ok'])
  })

  test('takes as many processes as their pools fit into its connections', () => {
    const messages = judgeServer(healthy, 16).map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringMatching(/97 connections, enough for 6 processes\.$/))
  })

  test.each<[string, Partial<ServerFacts>, string, string]>([
    ['that is too old', { versionNumber: 140_009 }, 'warning', 'version'],
    ['that is newer than what was tried', { versionNumber: 190_000 }, 'warning', 'version'],
    ['that lacks characters', { encoding: 'SQL_ASCII' }, 'failure', 'encoding'],
    ['that takes no writes', { readOnly: true }, 'failure', 'writing'],
    ['that is used as a superuser', { superuser: true }, 'warning', 'role'],
    ['that is asked in the clear', { unencrypted: true }, 'warning', 'encryption'],
    ['that may lose everything', { fsync: 'off' }, 'failure', 'durability'],
    ['that loses what it acknowledged', { synchronousCommit: 'off' }, 'failure', 'durability'],
    ['that may leave half a page', { fullPageWrites: 'off' }, 'warning', 'durability'],
    ['that grants too few connections', { connections: 15 }, 'failure', 'connections'],
    ['whose connections others have', { taken: 82 }, 'warning', 'connections'],
  ])('%s is told', (_claim, facts, level, check) => {
    const findings = judgeServer({ ...healthy, ...facts }, 16).filter((finding) => finding.level !== 'ok')
    expect(findings).toEqual([{ level, check, message: expect.any(String), advice: expect.any(String) }])
  })
})

describe('the folder of the embedded store', () => {
  test('is told to be there, with the room that it has', () => {
    expect(checkStore(tmpdir())).toEqual([
      expect.objectContaining({ check: 'store', message: expect.stringMatching(/has [\d,]+ MiB left/) }),
      expect.objectContaining({ check: 'durability', level: 'warning' }),
    ])
  })

  test.each([
    ['is not there', '/no/such/folder', 'warning'],
    ['is a file', fileURLToPath(import.meta.url), 'failure'],
  ])('is told where it %s', (_claim, folder, level) => {
    expect(checkStore(folder)).toEqual([expect.objectContaining({ check: 'store', level })])
  })

  test.each([
    [63, 'failure'],
    [1_023, 'warning'],
    [1_024, 'ok'],
  ])('with %i MiB left is %s', (free, level) => {
    expect(judgeSpace('.data', free).level).toBe(level)
  })
})

describe('settings', () => {
  const DATABASE_URL = 'postgresql://casegate@db/casegate'

  test.each([{}, { DATABASE_URL, HOST: '0.0.0.0' }])('that go together are well: %o', (env) => {
    expect(checkConfiguration(readConfig(env)).map(({ level }) => level)).toEqual(['ok'])
  })

  test.each<[Record<string, string>, string, RegExp]>([
    [{ PORT: '4000', METRICS_PORT: '4000' }, 'failure', /both 4000/],
    [{ HOST: '0.0.0.0' }, 'warning', /lets other machines in/],
    [{ DATABASE_URL, GRAPHIQL: 'on' }, 'warning', /playground/],
    [{ DATABASE_URL, RATE_LIMIT: 'off' }, 'warning', /not limited/],
    [{ DATABASE_URL, HOST: '0.0.0.0', TRUST_PROXY: 'on' }, 'warning', /past the proxy/],
  ])('are told of: %o', (env, level, message) => {
    expect(checkConfiguration(readConfig(env))).toEqual([
      { check: 'configuration', level, message: expect.stringMatching(message), advice: expect.any(String) },
    ])
  })
})
