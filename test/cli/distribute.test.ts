import { beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, isDistributed } from '../support/database/database.ts'
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
    expect([code, stdout]).toEqual([0, 'The tables of cases are already distributed.\n'])
  })

  test('finds references without a parent, and no other difference of the schema', async () => {
    const { stdout } = await runInProcess(['doctor', '--deep', '--json'], store)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string }[] }
    const levels = findings.filter(({ check }) => ['schema', 'sequences', 'history', 'references'].includes(check))
    expect(levels.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })
})
