import { expect, test } from 'vitest'
import { credentials, paula } from '../support/callers.ts'
import { sendRaw } from '../support/http.ts'
import { useServer } from '../support/server.ts'

const server = useServer()

test('credentials may be headers', async () => {
  const answer = await sendRaw(server.url, { path: '/api/v4/cases/typecategory', headers: credentials(paula) })
  expect(answer.status).toBe(200)
})
