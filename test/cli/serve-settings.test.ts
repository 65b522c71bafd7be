import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createPostgresDatabase } from '../support/database/database.ts'
import { demoStore } from '../support/database/stores.ts'
import { temporaryFolder } from '../support/folders.ts'
import { freePort } from '../support/free-port.ts'
import { runInProcess } from '../support/server/in-process.ts'
import { startServe } from '../support/server/process.ts'

// Some tests start a process.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let store: Record<string, string>
beforeAll(async () => {
  store = await demoStore()
})

/** What it says. It is checked before anything starts. */
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

  test('with settings that cannot be used on this machine, and names all of them', async () => {
    const DATA_DIR = join(temporaryFolder(), 'data')
    const TRUSTED_DOCUMENTS = join(temporaryFolder(), 'none.json')
    const output = await refusal({ DATA_DIR, HOST: 'no-host.invalid', LOG_LEVEL: 'loud', TRUSTED_DOCUMENTS })
    expect(output.split('\n')).toEqual([
      'Invalid configuration:',
      '  LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
      '  HOST: the host name no-host.invalid is unknown; set an address of this machine',
      `  TRUSTED_DOCUMENTS: cannot read ${TRUSTED_DOCUMENTS}: no such file or directory`,
    ])
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test('with a condition on two settings that another invalid setting would hide', async () => {
    const output = await refusal({ LOG_LEVEL: 'loud', TRUSTED_DOCUMENTS_ONLY: 'on', HOST: '192.0.2.1' })
    expect(output).toMatch(/^ {2}TRUSTED_DOCUMENTS_ONLY: cannot be on/m)
    expect(output).toMatch(/^ {2}HOST: 192\.0\.2\.1 is not an address of this machine/m)
  })

  test('on ports that are in use, and does not create a store', async () => {
    const others = [createServer(), createServer()]
    for (const other of others) await once(other.listen(0, '127.0.0.1'), 'listening')
    const [port, metricsPort] = others.map((other) => (other.address() as AddressInfo).port)
    const DATA_DIR = join(temporaryFolder(), 'data')
    const output = await refusal({ DATA_DIR, PORT: `${port}`, METRICS_PORT: `${metricsPort}` })
    expect(output).toContain(`  PORT: port ${port} on 127.0.0.1 is already in use`)
    expect(output).toContain(`  METRICS_PORT: port ${metricsPort} on 127.0.0.1 is already in use`)
    expect(existsSync(DATA_DIR)).toBe(false)
    for (const other of others) other.close()
  })

  test('with one port for two purposes', async () => {
    const port = `${await freePort()}`
    const output = await refusal({ ...store, PORT: port, METRICS_PORT: port })
    expect(output).toBe(`Invalid configuration:\n  METRICS_PORT: must differ from PORT, which is ${port}`)
  })

  test('on a port that another process takes after it was checked', async () => {
    const port = await freePort()
    // Runs when the database has been opened.
    const take = `import net from 'node:net'
      const { listen } = net.Server.prototype
      net.Server.prototype.listen = function (...args) {
        const wanted = args[0]?.port
        if (wanted !== ${port}) return listen.apply(this, args)
        net.Server.prototype.listen = listen
        new net.Server().listen(wanted, '127.0.0.1', () => listen.apply(this, args)).unref()
        return this
      }`
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(take)}`
    const { exited, output } = startServe({ ...store, PORT: `${port}`, NODE_OPTIONS })
    expect(await exited).toBe(1)
    expect(output()).toMatch(
      new RegExp(`^Invalid configuration:\n {2}PORT: port ${port} on 127.0.0.1 is already in use`),
    )
  })

  test('on a port that is in use, and explains it', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const output = await refusal({ ...store, PORT: `${port}` })
    expect(output).toMatch(new RegExp(`^Invalid configuration:\n {2}PORT: port ${port} .* in use.*$`))
    other.close()
  })

  test('without its migrations, and shows the command to run', async () => {
    const { exited, output } = startServe({ DATABASE_URL: await createPostgresDatabase() })
    expect(await exited).toBe(1)
    expect(output()).toMatch(/^.*npm run --silent casegate -- migrate$/)
  })

  test('without its database, and explains it in one line', async () => {
    const closed = createServer()
    await once(closed.listen(0, '127.0.0.1'), 'listening')
    const { port } = closed.address() as AddressInfo
    await once(closed.close(), 'close')
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

test('serve --port overrides PORT', async () => {
  const [port, other] = [await freePort(), await freePort()]
  const serve = startServe({ ...store, PORT: `${other}` }, ['--port', `${port}`])
  expect(await serve.url).toBe(`http://127.0.0.1:${port}`)
})
