import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type OwnPostgresServer, startPostgres } from '../../../bench/servers/postgres.ts'
import { replicationSettings, startStandby } from '../../../bench/servers/standby.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { openDatabase } from '../../../src/open-database.ts'
import demoData from '../../../src/transfer/demo-data.json' with { type: 'json' }
import { importData } from '../../../src/transfer/import/import.ts'
import { afterFile } from '../cleanup.ts'
import { fastTmpdir } from '../folders.ts'

const settings = {
  ...replicationSettings,
  // The operating system does not crash.
  fsync: 'off',
  autovacuum: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

export interface Clusters {
  primary: OwnPostgresServer
  /** Follows the primary. */
  standby: OwnPostgresServer
}

/** Starts two PostgreSQL servers with the demonstration data. They are stopped and removed after the test file. */
export async function startClusters(): Promise<Clusters> {
  const folder = mkdtempSync(join(fastTmpdir(), 'casegate-clusters-'))
  // The user of the servers must be able to enter it.
  chmodSync(folder, 0o755)
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  const primary = await startPostgres(join(folder, 'primary'), settings)
  afterFile(() => primary.stop('SIGQUIT'))
  const database = await openDatabase({
    kind: 'postgresql',
    url: urlOf(primary),
    poolSize: 2,
    preparedStatements: true,
  })
  await migrate(database)
  await importData(database, demoData)
  await database.close()
  const standby = await startStandby(primary, join(folder, 'standby'), settings)
  afterFile(() => standby.stop('SIGQUIT'))
  return { primary, standby }
}

export const urlOf = (server: OwnPostgresServer) => server.url('postgres')
