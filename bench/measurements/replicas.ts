import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchDatabase, createDatabase } from '../servers/database.ts'
import type { CheckedRequest } from '../load/load.ts'
import { measure, median, type Sample } from './measure.ts'
import { readCounter } from '../servers/metrics.ts'
import { isSelected, type Options } from '../options.ts'
import {
  measuredServerSettings,
  type OwnPostgresServer,
  type PostgresServer,
  startPostgres,
} from '../servers/postgres.ts'
import { describe, environment, format, formatRange, markdownTable, publish } from '../report.ts'
import { readHistory, readPastCase, requestsFor } from '../load/requests.ts'
import { freePort, measuredSettings, startCasegate, withServers } from '../servers/server-process.ts'
import { replicationSettings, startStandby } from '../servers/standby.ts'

const workloads: Record<string, (cases: number) => () => CheckedRequest> = {
  list: (cases) => requestsFor('list', 'graphql', cases),
  case: (cases) => requestsFor('case', 'graphql', cases),
  history: (cases) => () => readHistory(cases),
  'past case': (cases) => () => readPastCase(cases),
}

interface Pair {
  without: Sample
  with: Sample
}

/** Measures reads with and without a replica, on two PostgreSQL servers that it starts. */
export async function measureReplicas(_server: PostgresServer, options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-bench-replicas-'))
  // The user of the servers must be able to enter it.
  chmodSync(folder, 0o755)
  const settings = { ...measuredServerSettings, ...replicationSettings }
  const started: OwnPostgresServer[] = []
  try {
    const primary = await startPostgres(join(folder, 'primary'), settings)
    started.push(primary)
    const database = await createDatabase(primary, { cases: options.cases[0] })
    const standby = await startStandby(primary, join(folder, 'standby'), settings)
    started.push(standby)
    const table = await compareReads(database, standby.url(new URL(database.url).pathname.slice(1)), options)
    console.log(`\n${table}`)
    publish('replicas', options, `${environment(database, options)}\n\n${table}`)
  } finally {
    for (const each of started.toReversed()) await each.stop('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compareReads({ url, cases }: BenchDatabase, replicaUrl: string, options: Options): Promise<string> {
  const selected = Object.entries(workloads).filter(([name]) => isSelected(name, options))
  const pairs = new Map<string, Pair[]>(selected.map(([name]) => [name, []]))
  for (let round = 1; round <= options.rounds; round++) {
    const metricsPort = await freePort()
    const settings = { without: measuredSettings(url), with: replicaSettings(url, replicaUrl, metricsPort) }
    const starts = { without: () => startCasegate(settings.without), with: () => startCasegate(settings.with) }
    await withServers(starts, async (servers) => {
      for (const [name, requests] of selected) {
        const load = { connections: options.connections, next: requests(cases) }
        const pair: Partial<Pair> = {}
        for (const server of round % 2 === 1 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
          await measure(servers[server], { ...load, seconds: options.warmUpSeconds })
          pair[server] = await measure(servers[server], { ...load, seconds: options.seconds })
          console.log(`round ${round}  ${name.padEnd(9)} ${server.padEnd(7)} replica  ${describe(pair[server])}`)
        }
        pairs.get(name)!.push(pair as Pair)
      }
      const counters = ['casegate_replica_reads_total', 'casegate_replica_fallbacks_total'] as const
      const [reads, fallbacks] = await Promise.all(counters.map((counter) => readCounter(metricsPort, counter)))
      console.log(
        `round ${round}  statements on the replica: ${reads}  reads that fell back to the primary: ${fallbacks}`,
      )
      if (fallbacks! > reads! / 100) throw new Error('Too many reads ran on the primary.')
    })
  }
  const rows = [...pairs].map(([name, rounds]) => [
    name,
    format(median(rounds.map((pair) => pair.without.requestsPerSecond))),
    format(median(rounds.map((pair) => pair.with.requestsPerSecond))),
    formatRange(rounds.map((pair) => pair.with.requestsPerSecond / pair.without.requestsPerSecond)),
    formatRange(rounds.map((pair) => pair.with.cpu / pair.without.cpu)),
  ])
  return markdownTable(['', 'requests/s without', 'with a replica', 'ratio', 'CPU of Casegate, ratio'], rows)
}

function replicaSettings(url: string, replicaUrl: string, metricsPort: number) {
  return { ...measuredSettings(url), DATABASE_REPLICA_URLS: replicaUrl, METRICS_PORT: `${metricsPort}` }
}
