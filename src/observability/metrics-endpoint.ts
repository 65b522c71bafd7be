import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { listenError } from '../settings/invalid-settings.ts'

/** Serves the metrics that `read` returns on a separate port. Throws InvalidSettings if it cannot listen there. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
  log: Logger,
) {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    const headers = { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' }
    read().then(
      (text) => response.writeHead(200, headers).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'Cannot read the metrics.')
        response.writeHead(500).end()
      },
    )
  })
  try {
    await once(server.listen(port, host), 'listening')
  } catch (cause) {
    throw listenError(cause, host, 'METRICS_PORT', port)
  }
  const { address, family, port: actualPort } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}/metrics`,
    async close() {
      const closed = server[Symbol.asyncDispose]()
      server.closeAllConnections()
      await closed
    },
  }
}
