import { requestsFor } from '../load/requests.ts'
import { isSelected, type Options } from '../options.ts'
import { environment, format, formatRange, markdownTable, publish } from '../report.ts'
import { insertSeed, migrate, withClient } from '../servers/database.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'
import { measureTogether, median } from './measure.ts'

const operations = ['update', 'case', 'list'] as const
const name = 'casegate_bench_tenants'
const schemas = ['one', 'two'] as const

/**
 * Measures the CPU time of PostgreSQL for the same load on one schema and spread over two schemas of one database, with two
 * processes each time.
 */
export async function measureTenants(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const version = await createTenants(server, cases)
  const selected = operations.filter((operation) => isSelected(operation, options))
  const cpu = { one: new Map<string, number[]>(), two: new Map<string, number[]>() }
  for (let round = 1; round <= options.rounds; round++) {
    for (const tenants of round % 2 === 1 ? (['one', 'two'] as const) : (['two', 'one'] as const)) {
      const start = (schema: string) => startCasegate(measuredSettings(schemaUrl(server, schema)))
      const processes: [ServerProcess, ServerProcess] = [await start('one'), await start(tenants)]
      try {
        for (const operation of selected) {
          const face = operation === 'list' ? 'graphql' : 'rest'
          const load = { connections: options.connections, next: requestsFor(operation, face, cases) }
          await measureTogether(processes, { ...load, seconds: options.warmUpSeconds })
          const before = server.cpuMs()
          const { requests } = await measureTogether(processes, { ...load, seconds: options.seconds })
          const each = ((server.cpuMs() - before) * 1000) / requests
          cpu[tenants].set(operation, [...(cpu[tenants].get(operation) ?? []), each])
          console.log(`round ${round}  ${operation.padEnd(6)}  ${tenants} schema(s)  ${format(each)} µs of PostgreSQL`)
        }
      } finally {
        await Promise.all(processes.map((each) => each.stop()))
      }
    }
  }
  await drop(server)
  const rows = selected.map((operation) => {
    const [one = [], two = []] = [cpu.one.get(operation), cpu.two.get(operation)]
    const ratios = two.map((each, round) => each / (one[round] ?? NaN))
    return [operation, format(median(one)), format(median(two)), formatRange(ratios)]
  })
  const table = markdownTable(['', 'one schema, µs', 'two schemas, µs', 'ratio'], rows)
  console.log(`\n${table}`)
  publish('tenants', options, `${environment({ cases, version }, options)}\n\n${table}`)
}

/** Returns the version of PostgreSQL. */
async function createTenants(server: PostgresServer, cases: number): Promise<string> {
  await drop(server)
  const version = await withClient(server.url('postgres'), async (client) => {
    await client.query(`create database ${name}`)
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]!.server_version.split(' ')[0]!
  })
  for (const schema of schemas) {
    await withClient(server.url(name), (client) => client.query(`create schema ${schema}`))
    await migrate(schemaUrl(server, schema))
    await insertSeed(schemaUrl(server, schema), cases)
  }
  return version
}

function schemaUrl(server: PostgresServer, schema: string): string {
  const url = new URL(server.url(name))
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

async function drop(server: PostgresServer): Promise<void> {
  await withClient(server.url('postgres'), (client) => client.query(`drop database if exists ${name} with (force)`))
}
