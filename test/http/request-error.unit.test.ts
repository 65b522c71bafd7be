import fastify from 'fastify'
import { expect, test } from 'vitest'
import { setErrorStatus } from '../../src/http/requests/request-error.ts'
import { afterFile } from '../support/cleanup.ts'

const app = fastify()
afterFile(() => app.close())
app.get('/:status', ({ params }, reply) => setErrorStatus(reply, Number((params as { status: string }).status)).send())
app.get('/limit', (_request, reply) => setErrorStatus(reply.header('retry-after', 60), 429).send())

test.each([
  ['/503', '2'],
  ['/429', '2'],
  ['/limit', '60'],
  ['/500', undefined],
])('the seconds after which to retry %s are %s', async (path, seconds) => {
  expect((await app.inject(path)).headers['retry-after']).toBe(seconds)
})
