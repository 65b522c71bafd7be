import { expect, test } from 'vitest'
import { schemaState } from '../../src/database/migrate.ts'
import { freshDatabase } from '../support/database.ts'

test('a migrated database lacks nothing', async () => {
  expect(await schemaState(await freshDatabase())).toEqual({ pending: [], unknown: [] })
})
