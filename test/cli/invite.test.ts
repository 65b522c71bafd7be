import { expect, test } from 'vitest'
import { emptyDatabase, sql, urlOf } from '../support/database/database.ts'
import { runInProcess } from '../support/server/in-process.ts'

test('casegate invite makes the first admin of an empty database', async () => {
  const database = await emptyDatabase()
  const env = { DATABASE_URL: urlOf(database)!, DESK_URL: 'https://cases.example.com/desk' }
  const invite = (...args: string[]) => runInProcess(['invite', ...args], env)
  const ada = ['--email', 'ada@example.com']
  expect(await invite(...ada)).toMatchObject({ code: 1, stderr: expect.stringContaining('add --firstname') })
  expect(await invite(...ada, '--firstname', 'Ada')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^https:\/\/cases\.example\.com\/desk\/invitation#cgi_[\w-]{43}\n$/),
    stderr: expect.stringMatching(/The link works once, until .*\nThe desk is off/),
  })
  const query = 'select kind, email, firstname from persons'
  expect(await sql(database, query)).toEqual([{ kind: 'ADMIN', email: 'ada@example.com', firstname: 'Ada' }])
  expect(await sql(database, 'select code from touchpoints where all_type_categories')).toEqual([{ code: 'desk' }])
  // Safe to repeat, also with the first name.
  const second = JSON.parse((await invite(...ada, '--firstname', 'Ada', '--hours', '1', '--json')).stdout)
  expect(second).toMatchObject({ person: 'person:1', touchpoint: 'desk', expiresAt: expect.any(String) })
  expect(await sql(database, `select from audit_events where action = 'INVITED' and actor_id is null`)).toHaveLength(2)
  expect(await sql(database, 'select person_id from invitations')).toHaveLength(1)
  const elsewhere = await invite(...ada, '--touchpoint', 'nowhere')
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no touchpoint "nowhere"') })
  expect(await invite(...ada, '--hours', '721')).toMatchObject({ code: 2 })
  const unset = await runInProcess(['invite', ...ada], { DATABASE_URL: env.DATABASE_URL })
  expect(unset).toMatchObject({ code: 1, stderr: expect.stringContaining('Set DESK_URL') })
})
