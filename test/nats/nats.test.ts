import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BackgroundProcess, startInBackground } from '../../torture/background-process.ts'
import { afterFile } from '../support/cleanup.ts'
import { preparedStatements, sql, urlOf } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { freePort } from '../support/free-port.ts'
import { hasNatsServer, messagesIn, startNats } from '../support/nats.ts'
import { olga } from '../support/requests/credentials.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { runCasegate } from '../support/server/process.ts'
import { useServer } from '../support/server/server.ts'
import { changeCase } from '../support/webhooks/endpoints.ts'

const server = useServer()
const program = fileURLToPath(new URL('../../bin/casegate.js', import.meta.url))
const folder = temporaryFolder()
const port = await freePort()

const asOlga = ['--touchpoint', 'desk', '--login', 'operator', '--email', 'Olga@example.com']
const settings = (natsPort = port) => ({
  DATABASE_URL: urlOf(server.database)!,
  DATABASE_POOL_SIZE: '4',
  PREPARED_STATEMENTS: preparedStatements ? 'on' : 'off',
  NATS_URL: `nats://127.0.0.1:${natsPort}`,
})

/** Starts the relay. It is killed after the test file at the latest. */
function startRelay(): BackgroundProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...settings() }
  const relay = startInBackground(process.execPath, [program, 'relay', 'nats', ...asOlga], env)
  afterFile(async () => void relay.child.kill('SIGKILL'))
  return relay
}

/** The feed as Olga sees it. */
async function feed(): Promise<{ cursor: string; id: string; kind: string; caseId: number }[]> {
  const { body } = await restClient(server).get('events?first=1000', {}, olga)
  return JSON.parse(body).events
}

/** Waits until the stream has each event of the feed once and in its order. */
async function expectAllPublished(): Promise<void> {
  const expected = (await feed()).map(({ id, cursor }) => ({ id, cursor }))
  const published = async () => (await messagesIn(port)).map(({ id, cursor }) => ({ id, cursor }))
  await expect.poll(published, { interval: 200 }).toEqual(expected)
}

/** The event is in the feed when this returns. */
async function change(id: number): Promise<string> {
  const event = await changeCase(server, id)
  await expect.poll(async () => (await feed()).at(-1)?.id).toBe(event)
  return event
}

// Debian's package nats-server.
describe.skipIf(!hasNatsServer)('relay nats (skipped if nats-server is not installed)', () => {
  let nats: BackgroundProcess
  beforeAll(async () => {
    nats = await startNats(folder, port)
  })

  test('publishes what the person sees, from the oldest event, and ends at SIGTERM', async () => {
    const id = await server.addCase()
    const event = await change(id)
    const relay = startRelay()
    await expectAllPublished()
    const [last] = (await messagesIn(port)).slice(-1)
    const { cursor, ...body } = (await feed()).at(-1)!
    expect(last).toEqual({ subject: `casegate.case.commented.${id}`, id: event, cursor, event: body })
    const exited = once(relay.child, 'exit')
    await relay.stop()
    expect(await exited).toEqual([0, null])
  })

  test('continues after the last message, whatever was killed, and however many run', async () => {
    const id = await server.addCase()
    await change(id)
    const [killed, other] = [startRelay(), startRelay()]
    await expectAllPublished()
    for (let count = 0; count < 20; count++) await changeCase(server, id)
    killed.child.kill('SIGKILL')
    await change(id)
    await expectAllPublished()
    nats.child.kill('SIGKILL')
    await once(nats.child, 'exit')
    await change(id)
    nats = await startNats(folder, port)
    await expectAllPublished()
    // PostgreSQL ends all connections.
    await sql(
      server.database,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await expect.poll(() => change(id).catch(String)).toMatch(/^event:/)
    await expectAllPublished()
    await other.stop()
  })

  test('ends with an error where only a person can decide', async () => {
    const run = (args: string[], env = {}) =>
      runCasegate(['relay', 'nats', ...args], { env: { ...settings(), ...env } })
    expect(await run(['--email', 'olga@example.com'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'--touchpoint <code>', '--login <kind>'"),
    })
    expect(await run(asOlga, { NATS_URL: '' })).toMatchObject({
      code: 1,
      stderr: 'Set NATS_URL to the URL of the NATS server.\n',
    })
    const unknown = [...asOlga.slice(0, -1), 'nobody@example.com']
    expect(await run(unknown)).toMatchObject({
      code: 1,
      stderr:
        'Nothing is published: there is no operator nobody@example.com who is active and not blocked, or no touchpoint desk.\n',
    })
    // As if the database was restored to a state before the last message.
    const { id } = (await feed()).at(-1)!
    await sql(
      server.database,
      `update case_feed set version = version + 1000 where 'event:' || case_id || ':' || version = $1`,
      [id],
    )
    expect(await run(asOlga)).toMatchObject({ code: 1, stderr: expect.stringContaining('Purge the stream') })
    await nats.stop()
  })
})
