import { describe, expect, test } from 'vitest'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { importData } from '../../src/transfer/import/import.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { rowVersions } from '../support/database/dump-rows.ts'

describe('an import with keepExisting', () => {
  test('changes nothing that exists', async () => {
    const database = await freshDatabase()
    const before = await rowVersions(database)
    const changed = <Item>(items: Item[]) => items.map((item) => ({ ...item, active: false }))
    const people = <Item>(items: Item[]) => changed(items).map((item) => ({ ...item, firstname: 'Changed' }))
    const named = <Item>(items: Item[]) => items.map((item) => ({ ...item, name: 'Changed' }))
    const { touchpoints, categories, types, typeCategories, statuses, resolutions } = demoData
    const { operators, operatorGroups, parties, consumers } = demoData
    const data = {
      keepExisting: true,
      touchpoints: named(touchpoints).map((item) => ({ ...item, allTypeCategories: true })),
      categories: named(changed(categories)),
      types: named(changed(types)).map((item) => ({ ...item, fields: [{ name: 'new', kind: 'BOOLEAN' }] })),
      typeCategories: changed(typeCategories),
      statuses: changed(statuses).map((item) => ({ ...item, default: item.name === 'Closed' })),
      resolutions: changed(resolutions),
      operators: people(operators).map((item) => ({ ...item, typeCodes: ['FAX'] })),
      operatorGroups: changed(operatorGroups).map((item) => ({ ...item, memberEmails: ['otto@example.com'] })),
      parties: people(parties),
      consumers: people(consumers),
    }
    expect(await importData(database, data)).toEqual({ cases: 0, casesLeft: 0, others: 0 })
    expect(await rowVersions(database)).toEqual(before)
  })

  test('inserts what is missing, but no default', async () => {
    const database = await freshDatabase()
    const data = {
      keepExisting: true,
      statuses: [
        { name: 'Open', closed: true },
        { name: 'Frozen', default: true },
      ],
      parties: [
        { email: 'PAULA@example.com', firstname: 'Other' },
        { email: 'new@example.com', firstname: 'New' },
      ],
    }
    expect(await importData(database, data)).toMatchObject({ others: 2 })
    expect(
      await sql(database, `select name, closed, is_default from case_statuses where name in ('Frozen', 'New', 'Open')`),
    ).toEqual(
      expect.arrayContaining([
        { name: 'Frozen', closed: false, isDefault: false },
        { name: 'New', closed: false, isDefault: true },
        { name: 'Open', closed: false, isDefault: false },
      ]),
    )
    expect(await sql(database, `select firstname from persons where email_key = 'paula@example.com'`)).toEqual([
      { firstname: 'Paula' },
    ])
  })

  test('must be true or false', async () => {
    const database = await freshDatabase()
    await expect(importData(database, { keepExisting: 'yes' })).rejects.toThrow('keepExisting: must be true or false')
  })
})
