import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '../bench/servers/database.ts'
import { type OwnPostgresServer, startPostgres } from '../bench/servers/postgres.ts'
import { freePort, type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import { promote, replicationSettings, requireStandby, startStandby } from '../bench/servers/standby.ts'
import { type PgBouncer, startPgBouncer, supportsPreparedStatements } from '../test/support/database/pgbouncer.ts'
import { checkMaximum, type CheckResult } from './check-result.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { store as storeOf } from './stores.ts'

export interface FailOverOptions {
  /** How often the standby is promoted, the pooler of the primary is restarted, and a server process is killed. */
  failOvers: number
  clients: number
  cases: number
  folder: string
  settings: Record<string, string>
}

const maximumPauseMs = 5_000

/**
 * Two PostgreSQL servers with synchronous replication, each behind a PgBouncer, and two server processes. In each round,
 * the primary crashes and the standby is promoted, a pooler is restarted, and a process is killed. The crashed server is
 * created again as the next standby.
 */
export async function failOver({
  failOvers,
  clients,
  cases,
  folder,
  settings,
}: FailOverOptions): Promise<CheckResult[]> {
  const servers = new Map<string, OwnPostgresServer>()
  const settingsOf = new Map<string, Record<string, string>>()
  for (const name of ['one', 'two']) {
    settingsOf.set(name, { ...settings, ...replicationSettings, port: `${await freePort()}` })
  }
  let [primary, standby] = ['one', 'two'] as [string, string]

  /** Copies the primary. */
  async function startNextStandby(): Promise<void> {
    rmSync(join(folder, standby), { recursive: true, force: true })
    servers.set(standby, await startStandby(servers.get(primary)!, join(folder, standby), settingsOf.get(standby)!))
    await requireStandby(servers.get(primary)!)
  }

  servers.set(primary, await startPostgres(join(folder, primary), settingsOf.get(primary)!))
  const { url } = await createDatabase(servers.get(primary)!, { cases })
  await startNextStandby()
  const poolers = new Map<string, PgBouncer>()
  for (const name of ['one', 'two']) {
    const target = new URL(url)
    target.port = settingsOf.get(name)!['port']!
    poolers.set(name, await startPgBouncer(target.href))
  }
  const hosts = [...poolers.values()].map((pooler) => new URL(pooler.url).host).join()
  const store = storeOf(
    {
      DATABASE_URL: `${url.replace(/@[^/]*/, `@${hosts}`)}?target_session_attrs=read-write`,
      PREPARED_STATEMENTS: supportsPreparedStatements() ? 'on' : 'off',
    },
    cases,
  )

  const processes: ServerProcess[] = [await startCasegate(store.settings), await startCasegate(store.settings)]
  const ledger = new Ledger()
  const port = (client: number) => processes[(client >> 1) % 2]?.port ?? NaN
  const load = startLoad({ ledger, port, clients, cases, hot: clients >> 2 })
  const pauses: number[] = []
  let failedRecoveries = 0
  const someChanges = async () => {
    if (!(await load.acknowledged(ledger.acknowledged + clients))) failedRecoveries++
  }

  try {
    for (let count = 0; count < failOvers; count++) {
      await someChanges()
      await servers.get(primary)!.stop('SIGQUIT')
      ;[primary, standby] = [standby, primary]
      await promote(servers.get(primary)!)
      const promotedAt = performance.now()
      await load.acknowledged(ledger.acknowledged + 1)
      pauses.push(performance.now() - promotedAt)
      await startNextStandby()
      await someChanges()
      await poolers.get(primary)!.stop()
      await poolers.get(primary)!.start()
      await someChanges()
      processes[count % 2]!.kill('SIGKILL')
      await processes[count % 2]!.exited
      processes[count % 2] = await startCasegate(store.settings)
    }
    await someChanges()
  } finally {
    await load.stop()
    for (const process of processes) await process.stop()
  }
  const results = [
    { claim: 'changes succeed again after each failure', checked: 3 * failOvers, violations: failedRecoveries },
    checkMaximum('changes succeed within 5 s of the promotion', pauses, maximumPauseMs, 'ms'),
    ...(await store.inspect((database) => audit(database, ledger))),
  ]
  for (const pooler of poolers.values()) await pooler.remove()
  for (const server of servers.values()) await server.stop('SIGQUIT')
  return results
}
