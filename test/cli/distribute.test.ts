import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { declaredFunctions } from '../../src/database/citus/citus-function.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
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
    expect([code, stdout]).toEqual([0, 'The tables are distributed, and all functions exist.\n'])
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
    const database = await openPostgres({
      kind: 'postgresql',
      url: store['DATABASE_URL']!,
      poolSize: 1,
      preparedStatements: true,
    })
    onTestFinished(() => database.close())
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
})
