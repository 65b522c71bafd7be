import { expect, test, vi } from 'vitest'
import { columns } from '../../src/database/statements/columns.ts'
import { toObjects } from '../../src/database/statements/rows.ts'
import { varyingStatement } from '../../src/database/statements/statement.ts'

const declared = columns({ id: 'bigint', groupName: 'text | null' })
const fields = [{ name: 'id' }, { name: 'group_name' }]

test('statements with the same columns share one function, however many there are', () => {
  const compile = vi.spyOn(globalThis, 'Function')
  try {
    for (let limit = 1; limit <= 3; limit++) {
      const statement = varyingStatement(`select id, group_name from cases limit ${limit}`, declared)
      expect(toObjects(statement, { fields, rows: [[1, 'Claims']] })).toEqual([{ id: 1, groupName: 'Claims' }])
    }
    expect(compile).toHaveBeenCalledTimes(1)
  } finally {
    compile.mockRestore()
  }
})

test('statements with the same columns may return them in another order', () => {
  const statement = varyingStatement('select group_name, id from cases', declared)
  const result = { fields: fields.toReversed(), rows: [['Claims', 1]] }
  expect(toObjects(statement, result)).toEqual([{ id: 1, groupName: 'Claims' }])
})
