import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { freshDatabase, sql } from '../support/database/database.ts'

function defaults(database: Database): Promise<{ name: string }[]> {
  const names = ['case_statuses', 'case_resolutions'].map((table) => `select name from ${table} where is_default`)
  return sql(database, `${names.join(' union all ')} order by name`)
}

describe('the default status and the default resolution', () => {
  test('are those that the demo data marks', async () => {
    expect(await defaults(await freshDatabase())).toEqual([{ name: 'New' }, { name: 'Unresolved' }])
  })

  test('move to the rows that a later import marks', async () => {
    const database = await freshDatabase()
    const file = { statuses: [{ name: 'Open', default: true }], resolutions: [{ name: 'Pending', default: true }] }
    expect((await importData(database, file)).others).toBe(4)
    expect(await defaults(database)).toEqual([{ name: 'Open' }, { name: 'Pending' }])
    expect((await importData(database, file)).others).toBe(0)
  })

  test('are removed by an import of their rows without the mark', async () => {
    const database = await freshDatabase()
    await importData(database, { statuses: [{ name: 'New' }], resolutions: [{ name: 'Unresolved' }] })
    expect(await defaults(database)).toEqual([])
  })

  test('can be swapped in one file', async () => {
    const database = await freshDatabase()
    await importData(database, { statuses: [{ name: 'New' }, { name: 'Open', default: true }] })
    expect(await defaults(database)).toEqual([{ name: 'Open' }, { name: 'Unresolved' }])
  })

  test.each(['statuses', 'resolutions'])('must be at most one of the %s', async (section) => {
    const items = ['X', 'Y', 'Z'].map((name) => ({ name, default: name !== 'Y' }))
    await expect(importData(await freshDatabase(), { [section]: items })).rejects.toMatchObject({
      errors: [`${section}[2].default: must not repeat ${section}[0].default`],
    })
  })
})
