import { expect, test } from 'vitest'
import { statementMutants } from '../../scripts/mutants/statement-mutants.ts'

const changesOf = (text: string) => statementMutants(text).map(({ change }) => change)

test('a mutant leaves out a condition, a lock, an order or a limit', () => {
  const text = `update t set a = 1 where id in (
    select id from u where x = $1 and (y between 1 and 2 or z is null) order by id desc limit 3 for update skip locked)`
  expect(changesOf(text)).toEqual([
    expect.stringContaining('id in ( select'),
    'x = $n → true',
    '(y between 1 and 2 or z is null) → true',
    'y between 1 and 2 → false',
    'z is null → false',
    'order by id desc → nothing',
    'id desc limit → id asc limit',
    'limit 3 → nothing',
    'for update skip locked → nothing',
    'skip locked → nothing',
  ])
})

test('a mutant turns a comparison, a join or the rows of a set', () => {
  const text = `select distinct a from t left join u on u.id = t.id where b is distinct from 'x and y' and c >= $2`
  expect(changesOf(text)).toContain('c >= $n → c > $n')
  expect(changesOf(text)).toContain('t left join → t inner join')
  expect(changesOf(text)).toContain('select distinct a → select all a')
  expect(changesOf(text)).toContain(`b is distinct from 'x and y' → true`)
  expect(statementMutants(text).every((mutant) => mutant.text !== text)).toBe(true)
})
