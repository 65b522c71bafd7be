import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../bench/servers/postgres.ts'
import { freePort, startCasegate } from '../bench/servers/server-process.ts'
import { runOn } from '../bench/servers/standby.ts'
import { startInBackground } from './background-process.ts'
import type { CheckResult } from './check-result.ts'
import { commandsOf, follow, guideEnvironment } from './guide.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { createPostgresStore } from './stores.ts'

export interface RestoreOptions {
  clients: number
  cases: number
  folder: string
  settings: Record<string, string>
}

/**
 * Makes a base backup under load and copies the WAL, with the commands of docs/point-in-time-recovery.md. Then the server and its data are
 * deleted. It is restored from the backup on the same port, and the clients continue.
 */
export async function restore({ clients, cases, folder, settings }: RestoreOptions): Promise<CheckResult[]> {
  const fixed = { ...settings, port: `${await freePort()}` }
  const server = await startPostgres(join(folder, 'server'), fixed)
  const store = await createPostgresStore(server, cases)
  const { uid, gid } = statSync(server.data)
  const variables = {
    SERVER: server.url('postgres'),
    BACKUP: join(folder, 'backup'),
    BASE: join(folder, 'backup', 'base'),
    DATA: server.data,
    OWNER: `${uid}:${gid}`,
  }
  const run = follow('point-in-time-recovery.md', variables)
  mkdirSync(variables.BACKUP)
  const casegate = await startCasegate(store.settings)
  const ledger = new Ledger()
  const load = startLoad({ ledger, port: () => casegate.port, clients, cases, hot: clients >> 2, keyed: true })
  let succeedsAgain: boolean
  let seconds: number
  try {
    await load.acknowledged(10 * clients)
    await run('backup: prepare')
    const receive = commandsOf('point-in-time-recovery.md', 'backup: receive')
    const receiver = startInBackground('bash', ['-c', receive], guideEnvironment(variables))
    await run('backup: wait for the copy')
    while (!(await runOn(server, `select 1 from pg_stat_replication where sync_state = 'sync'`))) await sleep(20)
    await run('backup: base')
    await load.acknowledged(ledger.acknowledged + 10 * clients)
    await server.stop('SIGQUIT')
    rmSync(server.data, { recursive: true })
    await receiver.stop()
    const startedAt = performance.now()
    await run('backup: restore')
    await server.start()
    while (await runOn(server, 'select pg_is_in_recovery()')) await sleep(20)
    seconds = Math.round((performance.now() - startedAt) / 1000)
    succeedsAgain = await load.acknowledged(ledger.acknowledged + 10 * clients)
  } finally {
    await load.stop()
    await casegate.stop()
  }
  const results = await store.inspect((database) => audit(database, ledger))
  await server.stop('SIGQUIT')
  const claim = 'changes succeed again on the restored server'
  return [{ claim, checked: 1, violations: succeedsAgain ? 0 : 1, note: `restored in ${seconds} s` }, ...results]
}
