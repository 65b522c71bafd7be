import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { TestIssuer } from '../../test/support/issuer/issuer.ts'
import { Connection } from '../load/connection.ts'
import type { Options } from '../options.ts'
import { environment, format, markdownTable } from '../report.ts'
import { createDatabase } from '../servers/database.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'
import { median } from './measure.ts'

const path = '/api/v4/cases/typecategory?caseTypeCode=T1'

/** Measures the CPU time of a lookup with a session token, and with JWTs in the first requests and in later ones. */
export async function measureJwts(server: PostgresServer, options: Options): Promise<void> {
  await using issuer = await TestIssuer.start()
  const database = await createDatabase(server, { cases: options.cases[0], fresh: options.fresh })
  const casegate = await startCasegate({ ...measuredSettings(database.url), ...issuer.env })
  try {
    const token = await addCaller(database.url)
    const claims = { sub: 'bench', client_id: 'tp1', casegate_login: 'PARTY' }
    const sign = (values: () => object) => () => issuer.sign({ ...claims, jti: randomUUID(), ...values() })
    const remembered = await issuer.sign({ ...claims, sid: 'remembered' })
    const kinds: Record<string, () => Promise<string> | string> = {
      'a session token': () => `Service-Touchpoint: tp1\r\nService-Token: ${token}`,
      'a JWT that was used before': () => `Authorization: Bearer ${remembered}`,
      'another JWT of a session': bearer(sign(() => ({ sid: 'renewed' }))),
      'the first JWT of a session': bearer(sign(() => ({ sid: randomUUID() }))),
    }
    const figures = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
    for (let round = 0; round <= options.rounds; round++) {
      for (const [kind, headersOf] of Object.entries(kinds)) {
        const headers = await Promise.all(Array.from({ length: options.requests }, headersOf))
        const cpu = await cpuPerRequest(casegate, headers, options.connections)
        // The first round warms the server up.
        if (round > 0) figures.get(kind)!.push(cpu)
      }
    }
    const ofToken = median(figures.get('a session token')!)
    const rows = [...figures].map(([kind, values]) => [kind, format(median(values)), format(median(values) - ofToken)])
    const table = markdownTable(['a lookup with', 'CPU, µs', 'more than a token, µs'], rows)
    console.log(`${environment(database, options)}\n\n${table}`)
  } finally {
    await casegate.stop()
    await database.drop()
  }
}

const bearer = (jwt: () => Promise<string>) => async () => `Authorization: Bearer ${await jwt()}`

/** Adds a person that the JWTs name, and a session of this person. Returns its token. */
async function addCaller(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const token = randomUUID()
  await client.query(
    `with p as (
       insert into persons (kind, email, email_key, firstname, active, blocked, subject)
       values ('PARTY', 'bench@example.com', 'bench@example.com', 'Bench', true, false, 'bench') returning id
     )
     insert into sessions (token_hash, touchpoint_code, person_id)
     select sha256(convert_to($1, 'UTF8')), 'tp1', id from p`,
    [token],
  )
  await client.end()
  return token
}

/** Sends one request with each of the headers. Returns the CPU time of the server in microseconds. */
async function cpuPerRequest(server: ServerProcess, headers: string[], connections: number): Promise<number> {
  const left = headers.map((each) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${each}\r\n\r\n`)
  const before = server.cpuMs()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await Connection.open(server.port)
      for (let request = left.pop(); request !== undefined; request = left.pop()) {
        await connection.send(request)
        if (connection.status !== 200) throw new Error(`Status ${connection.status}: ${connection.body().toString()}`)
      }
      connection.close()
    }),
  )
  return ((server.cpuMs() - before) * 1000) / headers.length
}
