import { afterAll, expect, test } from 'vitest'
import { TestIssuer } from '../../support/issuer/issuer.ts'
import { sql } from '../../support/database/database.ts'
import { sendRaw } from '../../support/requests/http.ts'
import { useServer } from '../../support/server/server.ts'

const issuer = await TestIssuer.start()
afterAll(() => issuer.stop())
const server = useServer({ env: issuer.env })
const seconds = () => Math.floor(Date.now() / 1000)

test('with the embedded store, a JWT registers a person, is renewed, and is refused after its session is revoked', async () => {
  await sql(server.database, `update touchpoints set registers = '{PARTY}' where code = 'kiosk'`)
  const send = async (values: object, method = 'GET', path = '/cases/typecategory') => {
    const person = { sub: 'sub-new', email: 'new@example.com', email_verified: true, given_name: 'Nora' }
    const jwt = await issuer.sign({ ...person, client_id: 'kiosk', casegate_login: 'PARTY', ...values })
    const headers = { authorization: `Bearer ${jwt}` }
    return (await sendRaw(server.url, { method, path: `/api/v4${path}`, headers })).status
  }
  const claims = { iat: seconds() - 10 }
  expect(await send(claims)).toBe(200)
  expect(await send({ ...claims, exp: seconds() + 900 })).toBe(200)
  expect(await sql(server.database, `select from sessions where subject = 'sub-new'`)).toHaveLength(1)
  expect(await send(claims, 'DELETE', '/sessions/current')).toBe(204)
  expect(await send(claims)).toBe(401)
  expect(await send({ ...claims, exp: seconds() + 950 })).toBe(401)
  expect(await send({ iat: seconds() + 5 })).toBe(200)
  expect(await sql(server.database, `select from sessions where subject = 'sub-new'`)).toHaveLength(2)
})
