import { expect, test } from 'vitest'
import { useServer } from '../support/server.ts'

const server = useServer()

test('the server is ready', async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
