import { expect, test } from 'vitest'
import { runChecks } from '../../src/doctor/doctor.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import identityData from '../../src/transfer/demo-data-identity.json' with { type: 'json' }
import { importData } from '../../src/transfer/import/import.ts'
import { emptyDatabase, sql } from '../support/database/database.ts'

const { sessions: _, ...withoutSessions } = demoData

test('all checks of a healthy embedded store pass, and one fails for a case without its event', async () => {
  const database = await emptyDatabase()
  await importData(database, { ...withoutSessions, admins: identityData.admins })
  const levels = async (deep: boolean) => {
    const results = await Array.fromAsync(runChecks(database, { deep, poolSize: 2, explain: String }))
    return new Map(results.map(({ check, level }) => [check, level]))
  }
  for (const deep of [false, true]) {
    const found = await levels(deep)
    expect([...found.keys()]).toEqual(expect.arrayContaining(['migrations', 'schema', 'privileges']))
    expect(found.has('rows')).toBe(deep)
    expect([...found].filter(([, level]) => level !== 'ok')).toEqual([])
  }
  await sql(database, 'update cases set version = version + 1 where id = 1001')
  expect((await levels(true)).get('rows')).toBe('failure')
})
