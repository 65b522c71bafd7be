import { expect, test } from 'vitest'
import { demoStore } from '../support/database/stores.ts'
import { freePort } from '../support/free-port.ts'
import { credentialHeaders, type Credentials } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { startServe } from '../support/server/process.ts'
import { startProxy } from '../support/database/proxy.ts'

const mark = 'qvxzj'
const marta: Credentials = { token: `token-of-marta-${mark}`, touchpoint: `desk-${mark}` }

/** Throws an uncaught error in the process, as a defect would. The URL of this module is in the stack trace. */
const failing = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => {
  const mark = '${[...mark].reverse().join('')}'.split('').reverse().join('')
  throw Object.assign(new Error('of ' + mark), { detail: mark, params: [mark] })
})`)}`

test('no output or metric of a process contains a token, even if the database is unavailable or the process crashes', async () => {
  const store = await demoStore()
  const proxy = await startProxy(store['DATABASE_URL']!)
  const METRICS_PORT = `${await freePort()}`
  const settings = { ...store, DATABASE_URL: proxy.url, LOG_LEVEL: 'trace', METRICS_PORT }
  const serve = startServe({ ...settings, NODE_OPTIONS: `--import=${failing}` })
  const url = await serve.url
  const headers = { ...credentialHeaders(marta), 'content-type': 'application/json', accept: 'application/json' }
  const ask = async () => {
    const query = `?${new URLSearchParams({ ...marta })}`
    const body = JSON.stringify({ categoryCode: mark, comments: [mark] })
    const graphql = JSON.stringify({ query: `{ case(id: "${mark}") { id } ${mark} }` })
    const answers = [
      await sendRaw(url, { method: 'PUT', path: `/api/v4/cases/1001${query}`, headers, body }),
      await sendRaw(url, { method: 'PUT', path: `/api/v4/cases/${mark}/assignment`, headers, body }),
      await sendRaw(url, { path: `/api/v4/cases/typecategory${query}` }),
      await sendRaw(url, { path: `/${mark}%3F${mark}${query}` }),
      await sendRaw(url, { method: 'POST', path: '/graphql', headers, body: graphql }),
    ]
    return answers.map(({ status }) => status)
  }
  expect(await ask()).toEqual([401, 401, 401, 404, 200])
  await proxy.takeAway()
  expect(await ask()).toEqual([503, 503, 503, 404, 200])
  await proxy.bringBack()
  expect((await sendRaw(url, { path: '/readyz' })).status).toBe(200)
  const metrics = await sendRaw(`http://127.0.0.1:${METRICS_PORT}`, { path: '/metrics' })
  expect(metrics.status).toBe(200)
  expect(JSON.stringify(metrics)).not.toContain(mark)
  serve.child.kill('SIGUSR2')
  expect(await serve.exited).toBe(1)
  expect(serve.output()).not.toContain(mark)
  // The output does contain the requests and the place of the defect.
  expect(serve.output().match(/"msg":"request"/g)?.length).toBeGreaterThanOrEqual(5)
  expect(serve.output()).toMatch(/Casegate failed: \{\s+type: 'Error'/)
})
