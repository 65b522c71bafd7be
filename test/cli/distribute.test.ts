import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { declaredFunctions } from '../../src/database/citus/citus-function.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { importData } from '../../src/transfer/import/import.ts'
import { createPostgresDatabase, isDistributed, sql } from '../support/database/database.ts'
import { runInProcess } from '../support/server/in-process.ts'

let store: Record<string, string>
beforeAll(async () => {
  store = { DATABASE_URL: await createPostgresDatabase('demo') }
})

describe.runIf(!isDistributed)('casegate distribute', () => {
  test.each([[[]], [['--execute']]])('requires Citus %j', async (flags) => {
    const { code, stderr } = await runInProcess(['distribute', ...flags], store)
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/lacks the extension citus/)
  })
})

// Needs a cluster: TEST_CITUS_URL.
describe.runIf(isDistributed)('casegate on a distributed database', () => {
  test('distributes nothing twice', async () => {
    const { code, stdout } = await runInProcess(['distribute', '--execute'], store)
    expect([code, stdout]).toEqual([0, 'The tables are distributed, all functions exist, and the next IDs are free.\n'])
  })

  test('finds references without a parent, and no other difference of the schema', async () => {
    const { stdout } = await runInProcess(['doctor', '--deep', '--json'], store)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string }[] }
    const levels = findings.filter(({ check }) => ['schema', 'sequences', 'history', 'references'].includes(check))
    expect(levels.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  test('finds a function that is missing on a server, and creates it', async () => {
    await import('../../src/schema.ts')
    const { name } = declaredFunctions().find(({ isLoad }) => !isLoad)!
    const problems = async () => {
      const { stdout } = await runInProcess(['doctor', '--json'], store)
      const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; message: string }[] }
      return findings.filter(({ check, level }) => check === 'cluster' && level === 'failure')
    }
    expect(await problems()).toEqual([])
    const database = await open()
    const [nodes] = await sql<{ count: number }>(database, 'select count(*)::int as count from pg_dist_node')
    await sql(database, `drop function ${name}`)
    const found = await problems()
    expect(found).toHaveLength(nodes!.count)
    expect(found.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(new RegExp(`^On .*:\\d+: Functions of this version are missing: ${name}\\.$`)),
    )
    await runInProcess(['distribute', '--execute'], store)
    expect(await problems()).toEqual([])
  })

  test('finds sequences that Citus has created again, and advances them', async () => {
    const database = await open()
    const servers = await sql<{ server: string; first: number }>(
      database,
      `select format('%s:%s', nodename, nodeport) as server, (groupid::bigint << 48) + 1 as first
       from pg_dist_node where groupid > 0 order by groupid`,
    )
    const cases = servers.map(({ first }) => ({ ...demoData.cases[1]!, id: first }))
    await importData(database, { cases })
    const synchronize = `select start_metadata_sync_to_all_nodes()`
    await sql(database, 'select run_command_on_coordinator($1)', [synchronize])
    const used = async () => {
      const { stdout } = await runInProcess(['doctor', '--json'], store)
      const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; message: string }[] }
      return findings.flatMap(({ check, level, message }) => (check === 'sequences' && level !== 'ok' ? [message] : []))
    }
    expect(await used()).toEqual(
      servers.map(
        ({ server, first }) => `On ${server}: the next ID of cases would be ${first}, but ${first} is in use.`,
      ),
    )
    const { stdout } = await runInProcess(['distribute', '--execute'], store)
    for (const { server } of servers) {
      expect(stdout).toContain(`Advance the sequence of cases on ${server}, because its next ID is in use.\n`)
    }
    expect(await used()).toEqual([])
  })

  async function open() {
    const url = store['DATABASE_URL']!
    const database = await openPostgres({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
    onTestFinished(() => database.close())
    return database
  }
})
