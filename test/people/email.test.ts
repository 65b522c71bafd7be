import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { emailKey, emailKeySql, emailProblem } from '../../src/people/email.ts'
import { emptyDatabase, sql } from '../support/database/database.ts'

const kelvin = '\u212a'

test.each(['a@b', 'Ölaf@bücher.example', `${'\u{1f600}'.repeat(252)}@b`, `'"<>@b`])('%j is an address', (email) => {
  expect(emailProblem(email)).toBeNull()
})

test.each([
  '',
  '@',
  'a',
  'a@',
  '@b',
  'a@b@c',
  ' a@b',
  'a@b\n',
  'a\u2003b@c',
  'a@\u007fb',
  'a\0@b',
  'a\ud800@b',
  'a@b\u200b',
  'a\u200d@b',
  'a\u00ad@b',
  '\u202ea@b',
  'a@\u3000b',
  'a\u00a0@b',
  'a\ue000@b',
  'a\u0378@b',
  'a\ufe0f@b',
  'a\u3164@b',
  'a\u2800@b',
  'a\u{e0041}@b',
  `${'a'.repeat(253)}@b`,
])('%j is no address', (email) => expect(emailProblem(email)).toMatch(/254 characters$/))

test('addresses are compared with the letters A to Z in lower case, in JavaScript and in SQL', async () => {
  const points = Array.from({ length: 0x2ffff }, (_, i) => i + 1).filter((point) => point < 0xd800 || point > 0xdfff)
  const text = points.map((point) => String.fromCodePoint(point)).join('')
  const key = emailKey(text)
  expect([...key].filter((character, i) => character.codePointAt(0) !== points[i]).join('')).toBe(
    'abcdefghijklmnopqrstuvwxyz',
  )
  const query = `select ${emailKeySql('$1::text')} = $2 as equal`
  expect(await sql(await emptyDatabase(), query, [text, key])).toEqual([{ equal: true }])
})

test('a migration gives stored addresses their keys', async () => {
  const database = await emptyDatabase()
  const { name } = migrations.find(({ name }) => name.endsWith('email_keys'))!
  await sql(database, `delete from mikro_orm_migrations where name = $1`, [name])
  const add = `insert into persons (kind, email, email_key, firstname, active, blocked) values ('PARTY', $1, $2, 'K', true, false)`
  for (const email of [`${kelvin}ARL@example.com`, 'ÉVA@example.com', 'Paul@example.com']) {
    await sql(database, add, [email, email.toLowerCase()])
  }
  await migrate(database)
  expect(await sql(database, 'select email_key from persons order by id')).toEqual(
    [`${kelvin}arl@example.com`, 'Éva@example.com', 'paul@example.com'].map((emailKey) => ({ emailKey })),
  )
})
