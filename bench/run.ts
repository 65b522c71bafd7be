import { compare } from './compare.ts'
import { measureFairness } from './fairness.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory, measureStart } from './memory-and-start.ts'
import { help, type Options, readOptions } from './options.ts'
import { openPostgresServer, type PostgresServer } from './postgres.ts'
import { measureProcesses } from './processes.ts'
import { measureProfile } from './profile.ts'
import { measureRatios } from './ratios.ts'
import { measureReplicas } from './replicas.ts'
import { measureResources } from './resources.ts'

const measurements: Record<string, (server: PostgresServer, options: Options) => Promise<void>> = {
  ratios: (server, options) =>
    options.against === undefined ? measureRatios(server, options) : compare(server, options, options.against),
  processes: measureProcesses,
  fairness: measureFairness,
  replicas: measureReplicas,
  growth: measureGrowth,
  memory: measureMemory,
  start: measureStart,
  resources: measureResources,
  profile: measureProfile,
}

// Child processes are killed when this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const { measurement, options } = readOptions(process.argv.slice(2)) ?? {}
const measure = measurements[measurement ?? '']
if (!measure || !options) {
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
