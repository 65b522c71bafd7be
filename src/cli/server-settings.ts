import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { type Config, parseConfig } from '../config.ts'
import { type InvalidSetting, InvalidSettings } from '../errors.ts'
import { checkedDocuments } from '../graphql/executor.ts'
import { listenError } from '../http/listen-error.ts'

/** Longer than any connection within the machine takes. */
const connectTimeoutMs = 1_000

/**
 * Reads the settings of a server, and checks what can be known before it starts: its address, its ports and the trusted
 * documents. Throws InvalidSettings, which names every invalid one. The overrides replace variables of the environment.
 */
export async function readServerConfig(overrides: Record<string, string>): Promise<Config> {
  const { config, invalid } = parseConfig(undefined, overrides)
  const unusable = [
    ...(await invalidBy(() => checkAddress(config))),
    ...(await invalidBy(async () => checkedDocuments(config))),
  ]
  // The configuration has the defaults of invalid variables.
  const all = [...invalid, ...unusable.filter(({ name }) => !invalid.some((each) => each.name === name))]
  if (all.length > 0) throw new InvalidSettings(all)
  return config
}

async function invalidBy(check: () => Promise<unknown>): Promise<readonly InvalidSetting[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (error instanceof InvalidSettings) return error.settings
    throw error
  }
}

async function checkAddress({ host, port, metricsPort }: Config): Promise<void> {
  const server = createServer()
  try {
    await once(server.listen(0, host), 'listening')
  } catch (error) {
    throw listenError(error, host, 'PORT', port)
  }
  server.close()
  const taken: InvalidSetting[] = []
  const inUse = Object.assign(new Error(), { code: 'EADDRINUSE' })
  const isOnePort = port !== 0 && port === metricsPort
  if (isOnePort) taken.push({ name: 'METRICS_PORT', message: `must differ from PORT, which is ${port}` })
  for (const [name, number] of [['PORT', port] as const, ['METRICS_PORT', isOnePort ? 0 : metricsPort] as const]) {
    if (number && (await isTaken(host, number))) taken.push(...listenError(inUse, host, name, number).settings)
  }
  if (taken.length > 0) throw new InvalidSettings(taken)
}

/** Connects instead of listening: a client could connect to a server that closes immediately, and lose its request. */
async function isTaken(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, timeout: connectTimeoutMs })
  try {
    await Promise.race([once(socket, 'connect'), once(socket, 'timeout')])
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
