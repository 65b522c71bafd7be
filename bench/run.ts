import { capacityTables } from './capacity/tables.ts'
import { measureAttachments } from './measurements/attachments.ts'
import { compare } from './measurements/compare.ts'
import { measureDesk } from './measurements/desk.ts'
import { measureConfigure } from './measurements/configure.ts'
import { measureEvents } from './measurements/events.ts'
import { measureFairness } from './measurements/fairness.ts'
import { measureGrowth } from './measurements/growth.ts'
import { measureJwts } from './measurements/jwt.ts'
import { measureMaintenance } from './measurements/maintenance.ts'
import { measureMemory, measureStart } from './measurements/memory-and-start.ts'
import { help, type Options, readOptions } from './options.ts'
import { openPostgresServer, type PostgresServer } from './servers/postgres.ts'
import { measureTools } from './measurements/mcp.ts'
import { measureMerges } from './measurements/merge.ts'
import { measureProcesses } from './measurements/processes.ts'
import { measureProfile } from './measurements/profile.ts'
import { measureRatios } from './measurements/ratios.ts'
import { measureReplicas } from './measurements/replicas.ts'
import { measureResources } from './measurements/resources.ts'
import { measureSearch } from './measurements/search.ts'
import { measureTables } from './measurements/table.ts'
import { measureTenants } from './measurements/tenants.ts'
import { measureWorkers } from './measurements/workers.ts'

const measurements: Record<string, (server: PostgresServer, options: Options) => Promise<void>> = {
  ratios: (server, options) =>
    options.against === undefined ? measureRatios(server, options) : compare(server, options, options.against),
  processes: measureProcesses,
  workers: measureWorkers,
  fairness: measureFairness,
  events: measureEvents,
  replicas: measureReplicas,
  tenants: measureTenants,
  growth: measureGrowth,
  memory: measureMemory,
  start: measureStart,
  resources: measureResources,
  jwt: measureJwts,
  attachments: measureAttachments,
  configure: measureConfigure,
  mcp: measureTools,
  merge: measureMerges,
  maintenance: measureMaintenance,
  search: measureSearch,
  table: measureTables,
  profile: measureProfile,
}

// Child processes are killed when this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const { measurement, options } = readOptions(process.argv.slice(2)) ?? {}
const measure = measurements[measurement ?? '']
if (measurement === 'capacity' && options) {
  const { changes, cases } = options
  const loads =
    changes === undefined ? undefined : cases.map((number) => ({ cases: number, changesPerSecond: changes }))
  console.log(capacityTables(loads))
} else if (measurement === 'desk' && options) {
  await measureDesk(options)
} else if (!measure || !options) {
  console.log(help)
  process.exitCode = measurement === undefined ? 0 : 2
} else {
  const server = await openPostgresServer()
  try {
    await measure(server, options)
  } finally {
    await server.stop()
  }
}
