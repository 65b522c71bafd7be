import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { checkClusterServers } from '../../src/doctor/check-cluster.ts'
import type { ClusterServer, ClusterServerFacts } from '../../src/doctor/cluster-facts.ts'
import { checkServerFacts, type ServerFacts } from '../../src/doctor/check-server.ts'
import { checkConfiguration, checkFolderSpace, checkStore } from '../../src/doctor/check-settings.ts'

const healthy: ServerFacts = {
  version: '18.1',
  versionNumber: 180_001,
  encoding: 'UTF8',
  readOnly: false,
  isolation: 'read committed',
  dateStyle: 'ISO, MDY',
  timeZone: 'UTC',
  jit: 'off',
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
    const levels = checkServerFacts({ ...healthy, versionNumber }, 16).map(({ level }) => level)
    expect(levels).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  test('count the processes whose pools fit into its connections', () => {
    const messages = checkServerFacts(healthy, 16).map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringMatching(/97 connections, enough for 6 processes\.$/))
  })

  test.each<[string, Partial<ServerFacts>, string, string]>([
    ['an older version', { versionNumber: 140_009 }, 'warning', 'version'],
    ['a newer version', { versionNumber: 190_000 }, 'warning', 'version'],
    ['an encoding that lacks characters', { encoding: 'SQL_ASCII' }, 'failure', 'encoding'],
    ['a read-only server', { readOnly: true }, 'failure', 'writing'],
    ['another isolation level', { isolation: 'serializable' }, 'failure', 'settings'],
    ['another date style', { dateStyle: 'German, DMY' }, 'failure', 'settings'],
    ['compiled statements', { jit: 'on' }, 'failure', 'settings'],
    ['another time zone', { timeZone: 'Europe/Amsterdam' }, 'failure', 'settings'],
    ['a superuser', { superuser: true }, 'warning', 'role'],
    ['a connection without encryption', { unencrypted: true }, 'warning', 'encryption'],
    ['fsync off', { fsync: 'off' }, 'failure', 'durability'],
    ['synchronous_commit off', { synchronousCommit: 'off' }, 'failure', 'durability'],
    ['full_page_writes off', { fullPageWrites: 'off' }, 'warning', 'durability'],
    ['too few connections', { connections: 15 }, 'failure', 'connections'],
    ['connections that other clients use', { taken: 82 }, 'warning', 'connections'],
  ])('report %s', (_claim, facts, level, check) => {
    const problems = checkServerFacts({ ...healthy, ...facts }, 16).filter(({ level }) => level !== 'ok')
    expect(problems).toEqual([{ level, check, message: expect.any(String), advice: expect.any(String) }])
  })
})

const server: ClusterServer = {
  name: 'db1:5432',
  groupId: 0,
  isActive: true,
  hasMetadata: true,
  missingCopies: 0,
  error: null,
  facts: {
    version: '15.18',
    citusVersion: '13.0-1',
    fsync: 'on',
    fullPageWrites: 'on',
    synchronousCommit: 'on',
    walLevel: 'logical',
    maxConnections: 300,
    maxPreparedTransactions: 300,
    recoveryInterval: 5_000,
    connectionTimeout: 1_000,
    oldPreparedTransactions: 0,
    clock: 1_000_000,
    synchronousStandbyNames: 'standby',
    hasSynchronousStandby: true,
    missingFunctions: [],
  },
}
const worker: ClusterServer = { ...server, name: 'db2:5432', groupId: 31 }

describe('the checks of a cluster', () => {
  const problemsOf = (change: Partial<ClusterServer>, facts: Partial<ClusterServerFacts> = {}) => {
    const changed = { ...worker, facts: { ...worker.facts!, ...facts }, ...change }
    return checkClusterServers([server, changed]).map(({ level, message }) => [level, message])
  }

  test('accept one whose servers are all alike and have what they need', () => {
    const message = 'All 2 servers of the cluster respond, and have the settings that they need.'
    expect(problemsOf({})).toEqual([['ok', message]])
  })

  test.each<[string, Partial<ClusterServer>, string, RegExp]>([
    ['is not active', { isActive: false, facts: null }, 'failure', /^The server db2:5432 is not active/],
    ['does not respond', { facts: null, error: 'failed to connect' }, 'failure', /db2:5432 .*: failed to connect\.$/],
    ['has no metadata', { hasMetadata: false }, 'failure', /db2:5432 does not have the metadata/],
    ['lacks copies', { missingCopies: 19 }, 'failure', /db2:5432 has no copy of 19 tables/],
    ['gives IDs that are too large', { groupId: 32 }, 'failure', /db2:5432 has the group ID 32/],
  ])('report a server that %s', (_what, change, level, message) => {
    expect(problemsOf(change)).toEqual([[level, expect.stringMatching(message)]])
  })

  test.each<[string, Partial<ClusterServerFacts>, string, RegExp]>([
    ['fsync off', { fsync: 'off' }, 'failure', /^On db2:5432: fsync is off/],
    ['synchronous_commit off', { synchronousCommit: 'off' }, 'failure', /^On db2:5432: synchronous_commit is off/],
    ['full_page_writes off', { fullPageWrites: 'off' }, 'warning', /^On db2:5432: full_page_writes is off/],
    ['no prepared transactions', { maxPreparedTransactions: 0 }, 'failure', /max_prepared_transactions is 0/],
    ['few prepared transactions', { maxPreparedTransactions: 299 }, 'warning', /is 299, but max_connections is 300/],
    ['a late recovery', { recoveryInterval: 60_000 }, 'warning', /recover_2pc_interval is 60 s/],
    ['no recovery', { recoveryInterval: -1 }, 'failure', /recover_2pc_interval is off/],
    ['a long wait for connections', { connectionTimeout: 30_000 }, 'warning', /node_connection_timeout is 30 s/],
    ['an old prepared transaction', { oldPreparedTransactions: 1 }, 'warning', /prepared for more than a minute/],
    ['physical WAL', { walLevel: 'replica' }, 'warning', /wal_level is replica/],
    ['missing functions', { missingFunctions: ['case_facts_1', 'b'] }, 'failure', /missing: case_facts_1, b\.$/],
    ['another version of PostgreSQL', { version: '15.17' }, 'warning', /PostgreSQL: 15\.18 on db1:5432, 15\.17 on db2/],
    ['another version of Citus', { citusVersion: '12.1-1' }, 'warning', /versions of Citus/],
    ['another time', { clock: 1_003_000 }, 'warning', /db2:5432 is 3 s ahead of that of db1:5432/],
  ])('report a server with %s', (_what, facts, level, message) => {
    expect(problemsOf({}, facts)).toEqual([[level, expect.stringMatching(message)]])
  })

  test.each<[string, Partial<ClusterServerFacts>, string]>([
    ['without a standby', { synchronousStandbyNames: '', hasSynchronousStandby: false }, 'warning'],
    ['that waits for a standby', { hasSynchronousStandby: false }, 'failure'],
    ['whose standbys the role cannot see', { hasSynchronousStandby: null }, 'ok'],
  ])('report a coordinator and a worker %s', (_what, facts, level) => {
    const without = (each: ClusterServer) => ({ ...each, facts: { ...each.facts!, ...facts } })
    expect(checkClusterServers([without(server), worker]).map((each) => each.level)).toEqual([level])
    expect(checkClusterServers([server, without(worker)]).map((each) => each.level)).toEqual([level])
  })
})

describe('the checks of the embedded store', () => {
  test('report how much space is left', () => {
    expect(checkStore(tmpdir())).toEqual([
      expect.objectContaining({ check: 'store', message: expect.stringMatching(/has [\d,]+ MiB left/) }),
      expect.objectContaining({ check: 'durability', level: 'warning' }),
    ])
  })

  test.each([
    ['is missing', '/no/such/folder', 'warning'],
    ['is a file', fileURLToPath(import.meta.url), 'failure'],
  ])('report a folder that %s', (_claim, folder, level) => {
    expect(checkStore(folder)).toEqual([expect.objectContaining({ check: 'store', level })])
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

  test.each([{}, { DATABASE_URL, HOST: '0.0.0.0' }])('accept %o', (env) => {
    expect(checkConfiguration(readConfig(env)).map(({ level }) => level)).toEqual(['ok'])
  })

  test.each<[Record<string, string>, string, RegExp]>([
    [{ PORT: '4000', METRICS_PORT: '4000' }, 'failure', /both 4000/],
    [{ HOST: '0.0.0.0' }, 'warning', /accepts connections from other machines/],
    [{ DATABASE_URL, GRAPHIQL: 'on' }, 'warning', /playground/],
    [{ DATABASE_URL, RATE_LIMIT: 'off' }, 'warning', /not limited/],
    [{ DATABASE_URL, HOST: '0.0.0.0', TRUST_PROXY: 'on' }, 'warning', /bypass the proxy/],
  ])('report %o', (env, level, message) => {
    expect(checkConfiguration(readConfig(env))).toEqual([
      { check: 'configuration', level, message: expect.stringMatching(message), advice: expect.any(String) },
    ])
  })
})
