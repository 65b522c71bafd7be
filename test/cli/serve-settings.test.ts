import { createServer } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase } from '../support/database/database.ts'
import { demoStore } from '../support/database/stores.ts'
import { freePort } from '../support/free-port.ts'
import { listening } from '../support/listening.ts'
import { runInProcess } from '../support/server/in-process.ts'
import { startServe } from '../support/server/process.ts'

let store: Record<string, string>
beforeAll(async () => (store = await demoStore()))

/** What it says. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(['serve'], settings)
  expect([code, stdout]).toEqual([1, ''])
  return stderr.trimEnd()
}

describe('a server does not start', () => {
  test('with invalid settings, and names all of them', async () => {
    const output = await refusal({
      PORT: 'http',
      DATABASE_URL: 'mysql://127.0.0.1/casegate',
      LOG_LEVEL: 'loud',
      GRAPHIQL: 'yes',
      PREPARED_STATEMENTS: 'true',
      DATABASE_POOL_SIZE: '0',
    })
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'GRAPHIQL', 'PREPARED_STATEMENTS', 'DATABASE_POOL_SIZE']) {
      expect(output).toMatch(new RegExp(`^ +${name}: must be `, 'm'))
    }
    expect(output).not.toMatch(/^ +at /m)
  })

  test.each(['0', '-1', '1.5', 'many', '65', '1000'])('with %s WORKERS', async (WORKERS) => {
    expect(await refusal({ ...store, WORKERS })).toMatch(
      / WORKERS: must be auto, or a number of processes from 1 to 64$/,
    )
  })

  test.each<[Record<string, string>, RegExp]>([
    [{ HOST: 'no-host.invalid' }, /HOST: the host name no-host\.invalid is unknown; set an address of this machine/],
    [{ HOST: '192.0.2.1' }, /HOST: 192\.0\.2\.1 is not an address of this machine/],
    [{ HOST: '192.0.2.1', METRICS_PORT: '0' }, /HOST: 192\.0\.2\.1 is not an address of this machine/],
    [
      { WORKERS: '3', DATABASE_POOL_SIZE: '2' },
      /WORKERS: must be at most DATABASE_POOL_SIZE, which is 2: each process/,
    ],
    [{ WORKERS: '2', DATABASE_URL: '' }, /WORKERS: must be 1 unless DATABASE_URL is set, because only one process can/],
    [{ TRUSTED_DOCUMENTS: '/none.json' }, /TRUSTED_DOCUMENTS: cannot read \/none\.json: no such file or directory/],
  ])('with %j, which cannot be used on this machine', async (settings, message) => {
    expect(await refusal({ ...store, ...settings })).toMatch(message)
  })

  test('with a condition on two settings that another invalid setting would hide', async () => {
    const output = await refusal({ LOG_LEVEL: 'loud', TRUSTED_DOCUMENTS_ONLY: 'on' })
    expect(output).toMatch(/^ {2}TRUSTED_DOCUMENTS_ONLY: cannot be on/m)
  })

  test('with one port for two purposes', async () => {
    const port = `${await freePort()}`
    const output = await refusal({ ...store, PORT: port, METRICS_PORT: port })
    expect(output).toBe(`Invalid configuration:\n  METRICS_PORT: must differ from PORT, which is ${port}`)
  })

  test.each(['PORT', 'METRICS_PORT'])('on a %s that is in use, and explains it', async (name) => {
    const other = createServer()
    const port = await listening(other)
    const output = await refusal({ ...store, PORT: '0', [name]: `${port}` })
    expect(output).toMatch(new RegExp(`^Invalid configuration:\n {2}${name}: port ${port} .* in use.*$`))
    other.close()
  })

  test('without its migrations, and shows the command to run', { tags: ['nightly'] }, async () => {
    const { exited, output } = startServe({ DATABASE_URL: await createPostgresDatabase() })
    expect(await exited).toBe(1)
    expect(output()).toMatch(/^.*npm run --silent casegate -- migrate$/)
  })

  test('without its database, and explains it in one line', async () => {
    const port = await freePort()
    const DATABASE_URL = `postgresql://postgres:pass-4711@127.0.0.1:${port}/casegate`
    const { exited, output } = startServe({ DATABASE_URL })
    expect(await exited).toBe(1)
    expect(output()).toBe(
      `Cannot reach the database: nothing listens on 127.0.0.1:${port}. ` +
        'Check the host and the port in DATABASE_URL, and start PostgreSQL.',
    )
    expect(output()).not.toContain('pass-4711')
  })
})

test('serve --port overrides PORT', { tags: ['nightly'] }, async () => {
  const [port, other] = [await freePort(), await freePort()]
  expect(await startServe({ ...store, PORT: `${other}` }, ['--port', `${port}`]).url).toBe(`http://127.0.0.1:${port}`)
})

test('the printed address of the desk is where passkeys work', async () => {
  const address = 'https://cases.example.com/desk'
  const serve = startServe({ ...store, DESK: 'on', DESK_URL: address })
  await serve.url
  await expect.poll(() => serve.output()).toContain(`Open the desk in a browser: ${address}\n`)
})
