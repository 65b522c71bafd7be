import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { random } from '../load/random-input.ts'
import { keyedUpdate } from '../load/requests.ts'
import type { Options } from '../options.ts'
import { environment, format, markdownTable } from '../report.ts'
import { createDatabase, runCasegate, withClient } from '../servers/database.ts'
import { findProgram } from '../servers/postgres-programs.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { endedChildrenCpuMs, parentOf, treeCpuMs } from '../servers/proc.ts'
import { measuredSettings, startCasegate } from '../servers/server-process.ts'
import { measure } from './measure.ts'
import { measureGrowth, measureSizes } from './sizes.ts'

const tables = ['cases', 'case_events', 'case_comments']
const timeoutMs = 3_600_000

/**
 * Measures the disk space of rows and indexes, and what an operator's work costs: archive, vacuum, import and backups.
 * Needs Linux and a local PostgreSQL. Prints CPU time and bytes, because wall time depends on the disk and on other load.
 */
export async function measureMaintenance(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const folder = mkdtempSync(join(tmpdir(), 'casegate-bench-maintenance-'))
  chmodSync(folder, 0o755)
  const { url } = database
  try {
    await withClient(url, async (client) => {
      console.log(`${environment(database, options)}\n\n${await measureSizes(client)}\n`)
      console.log(`${await measureGrowth(client, () => sendKeyedUpdates(url, options))}\n`)
      const costs = new CostTable(client)
      const [archive, dump] = [join(folder, 'archive.json'), join(folder, 'dump')]
      const old = ['archive', '--older-than', '1d', '--json']
      const plan = await runCasegate(url, [...old, '--dry-run'], { timeoutMs })
      const { cases: count } = JSON.parse(plan) as { cases: number }
      const ofCases = `of ${count.toLocaleString('en')} cases`
      await costs.add(
        `archive ${ofCases}`,
        () => runCasegate(url, [...old, '--output', archive], { timeoutMs }),
        archive,
      )
      await costs.add('vacuum after it', () => client.query(`vacuum (analyze) ${tables.join(', ')}`))
      await costs.add(`import ${ofCases}`, () => runCasegate(url, ['import', archive], { timeoutMs }), archive)
      const program = findProgram('pg_dump')
      if (program === undefined) console.log('pg_dump is not installed. Its row is left out.')
      else
        await costs.add('pg_dump', () => promisify(execFile)(program, ['--format=custom', '--file', dump, url]), dump)
      console.log(costs.text())
    })
  } finally {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Updates the first half of the cases, so that others stay old enough for the archive. Returns the number of updates. */
async function sendKeyedUpdates(
  url: string,
  { cases: [cases], connections, seconds, rounds }: Options,
): Promise<number> {
  const casegate = await startCasegate(measuredSettings(url))
  const next = () => keyedUpdate(random(1, Math.ceil(cases / 2)))
  const { requests } = await measure(casegate, { connections, next, seconds: seconds * rounds }).finally(() =>
    casegate.stop(),
  )
  return requests
}

/** CPU time in seconds and bytes of each piece of work. */
class CostTable {
  readonly #client: pg.Client
  readonly #rows: string[][] = []

  constructor(client: pg.Client) {
    this.#client = client
  }

  async add(name: string, work: () => Promise<unknown>, file?: string): Promise<void> {
    await this.#client.query('checkpoint')
    const before = await this.#now()
    await work()
    const after = await this.#now()
    const megabytes = (bytes: number) => format(bytes / 1e6)
    const row = [
      name,
      format((after.program - before.program) / 1000),
      format((after.postgres - before.postgres) / 1000),
      megabytes(after.wal - before.wal),
      file === undefined ? '' : megabytes(statSync(file).size),
    ]
    this.#rows.push(row)
    console.log(row.join('  '))
  }

  text(): string {
    return markdownTable(['work', 'CPU s of the program', 'CPU s of PostgreSQL', 'WAL MB', 'file MB'], this.#rows)
  }

  async #now() {
    const { rows } = await this.#client.query<{ pid: number; wal: string }>(
      `select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal`,
    )
    const { pid = NaN, wal = NaN } = rows[0] ?? {}
    return { program: endedChildrenCpuMs(process.pid), postgres: treeCpuMs(parentOf(pid)), wal: Number(wal) }
  }
}
