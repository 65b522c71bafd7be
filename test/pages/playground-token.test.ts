import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { openDatabase } from '../../src/open-database.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { databaseKind } from '../support/database/database.ts'
import { demoStore, emptyStore } from '../support/database/stores.ts'
import { sendRaw } from '../support/requests/http.ts'
import { startServe } from '../support/server/process.ts'

describe('the token that is filled in on the playground', () => {
  const token = 'demo-operator-olga'

  /** Whether the page and the output of a server contain the token. A server on all addresses is visited on this one. */
  async function tokenOf(settings: Record<string, string>): Promise<[page: boolean, output: boolean]> {
    const serve = startServe({ GRAPHIQL: 'on', ...settings })
    const url = new URL(await serve.url)
    if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
    const { status, body } = await sendRaw(url.href, { path: '/graphql', headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([status, body.includes('Service-Token')]).toEqual([200, true])
    await expect.poll(() => serve.output()).toContain('Open the playground')
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(0)
    return [body.includes(token), serve.output().includes(token)]
  }

  // embedded.test.ts has that it is filled in with the demonstration data.
  test.runIf(databaseKind === 'embedded')('is absent without the demonstration data', async () => {
    const store = await emptyStore()
    const database = await openDatabase(readConfig(store).store)
    await importData(database, { touchpoints: [{ code: 'desk', name: 'Desk' }] })
    await database.close()
    expect(await tokenOf(store)).toEqual([false, false])
  })

  test.runIf(databaseKind === 'postgresql')('is absent with PostgreSQL, even with the demonstration data', async () => {
    expect(await tokenOf(await demoStore())).toEqual([false, false])
  })
})
