import type { Database } from '../../../src/database/database.ts'
import type { PostgresStore } from '../../../src/settings/store.ts'
import { createPostgresDatabase, openUntilEnd } from '../database/database.ts'
import { type Proxy, proxyUntilEnd } from '../database/proxy.ts'
import { type TestServer, useServer } from './server.ts'

interface PostgresServer extends TestServer {
  databaseUrl: string
  /** A connection to the database that the server does not use. */
  beside: Database
}

interface ProxiedServer extends PostgresServer {
  proxy: Proxy
}

interface Options extends Partial<PostgresStore> {
  env?: NodeJS.ProcessEnv
  /** Starts what is between the server and what listens at a URL, and returns its own URL. */
  through?: (url: string) => Promise<string>
}

/** A server on a database of its own with the demonstration data. */
export function usePostgresServer({ env = {}, through = async (url) => url, ...store }: Options): PostgresServer {
  const server: PostgresServer = useServer({
    env,
    async database() {
      server.databaseUrl = await createPostgresDatabase('demo')
      server.beside = await openUntilEnd(server.databaseUrl, { poolSize: 1 })
      return openUntilEnd(await through(server.databaseUrl), store)
    },
  }) as PostgresServer
  return server
}

/** The same with a proxy in front of the database. */
export function useProxiedServer({ through = async (url) => url, ...options }: Options): ProxiedServer {
  const server: ProxiedServer = usePostgresServer({
    ...options,
    async through(url) {
      server.proxy = await proxyUntilEnd(url)
      return through(server.proxy.url)
    },
  }) as ProxiedServer
  return server
}
