import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test, vi } from 'vitest'
import { demoStore } from '../support/database/stores.ts'
import { sendRaw } from '../support/requests/http.ts'
import { openSocket, requestText, updateText } from '../support/requests/raw-socket.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { type ServeProcess, startServe } from '../support/server/process.ts'

// Each test starts a process.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let store: Record<string, string>
beforeAll(async () => {
  store = await demoStore()
})

const update = (comment: string) => updateText(1001, {}, comment)

async function stop(serve: ServeProcess): Promise<string> {
  const url = await serve.url
  serve.child.kill('SIGTERM')
  await expect.poll(async () => (await sendRaw(url, { path: '/readyz' })).status).toBe(503)
  return url
}

test('during the delay, /readyz is 503 and everything else is answered, on new and old connections', async () => {
  const serve = startServe({ ...store, SHUTDOWN_DELAY: '3600' })
  const kept = await openSocket(await serve.url)
  kept.write(update('Before.'))
  await once(kept, 'data')
  const url = await stop(serve)
  const { status, headers: refused, body: problem } = await sendRaw(url, { path: '/readyz' })
  expect([status, JSON.parse(problem)]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
  expect(refused['retry-after']).toMatch(/^[1-9]/)
  expect((await sendRaw(url, { path: '/livez' })).status).toBe(200)
  const created = await restClient({ url }).put('cases/1001', {
    categoryCode: 'BILLING',
    typeCode: 'REFUND',
    comments: ['New.'],
  })
  expect(created.status).toBe(201)

  const answers = text(kept)
  kept.write(update('Last.'))
  // The connection is closed after its response, so that it is not used when the delay ends.
  expect(await answers).toMatch(/^HTTP\/1\.1 201 .*\r\nconnection: close\r\n/is)

  serve.child.kill('SIGTERM')
  expect(await serve.exited).toBe(1)
})

test('during the delay, requests that were sent together are all answered', { tags: ['nightly'] }, async () => {
  const serve = startServe({ ...store, SHUTDOWN_DELAY: '3600' })
  const url = await stop(serve)
  const socket = await openSocket(url)
  socket.write(update('One.') + update('Two.') + update('Three.'))
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/)
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['201', '201', '201'])
  expect(answers.map((answer) => /^connection: close\r$/im.test(answer))).toEqual([false, false, true])
})

test('after the delay, the server ends although a connection is open', async () => {
  const serve = startServe({ ...store, SHUTDOWN_DELAY: '1' })
  const socket = await openSocket(await serve.url)
  socket.write(requestText('GET /livez'))
  await once(socket, 'data')
  serve.child.kill('SIGTERM')
  expect(await serve.exited).toBe(0)
})
