import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/open-database.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { requestsFor } from '../load/requests.ts'
import type { Options } from '../options.ts'
import { environment, format, formatRange, markdownTable, publish } from '../report.ts'
import { createDatabase } from '../servers/database.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { measuredSettings, startCasegate } from '../servers/server-process.ts'
import { measure } from './measure.ts'

/** What people at desks send meanwhile. */
const others = { connections: 8, pauseMs: 20 }

type Input = Record<string, object[]>

const addAdmin = statement(`insert into persons (kind, email, email_key, firstname, active, blocked)
   values ('ADMIN', 'ada@bench.example', 'ada@bench.example', 'Ada', true, false) on conflict do nothing`)

/** Measures a change of 1,000 items and its dry run, and how much longer other requests take meanwhile. */
export async function measureConfigure(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const casegate = await startCasegate(measuredSettings(database.url))
  const store = await openDatabase(readConfig({ DATABASE_URL: database.url }).store)
  try {
    await store.run(addAdmin)
    const { token } = await issueSession(store, { touchpoint: 'tp1', login: 'ADMIN', email: 'ada@bench.example' })
    const send = (input: Input, dryRun: boolean) => configure(casegate.port, token, { ...input, dryRun })
    const deactivated = await thousandItems(store, () => ({ active: false }))
    const next = inTurn(cases)
    const load = (seconds: number) => measure(casegate, { ...others, seconds, next })

    const kinds: Record<string, (round: number) => Promise<number>> = {
      'dry run of 1,000 deactivations': () => send(deactivated, true),
      'change of 1,000 items': async (round) => send(await thousandItems(store, renamed(round)), false),
    }
    await load(options.warmUpSeconds)
    const rows: string[][] = []
    for (const [kind, run] of Object.entries(kinds)) {
      const figures: { ms: number; alone: number; meanwhile: number }[] = []
      for (let round = 0; round < options.rounds; round++) {
        const alone = await load(options.seconds)
        const times: number[] = []
        const over = new AbortController()
        const running = load(options.seconds).finally(() => over.abort())
        while (!over.signal.aborted) times.push(await run(round * 1_000 + times.length))
        const meanwhile = await running
        figures.push(...times.map((ms) => ({ ms, alone: alone.p99, meanwhile: meanwhile.p99 })))
        console.log(kind, { times, alone: alone.p99, meanwhile: meanwhile.p99, ratio: meanwhile.p99 / alone.p99 })
      }
      rows.push([
        kind,
        formatRange(figures.map(({ ms }) => ms)),
        format(Math.max(...figures.map(({ ms }) => ms))),
        formatRange(figures.map(({ alone }) => alone)),
        formatRange(figures.map(({ meanwhile }) => meanwhile)),
        formatRange(figures.map(({ alone, meanwhile }) => meanwhile / alone)),
      ])
    }
    const header = ['', 'ms', 'longest ms', 'p99 of others alone, ms', 'p99 meanwhile, ms', 'ratio']
    const text = `${environment(database, { ...options, connections: others.connections })}\n\n${markdownTable(header, rows)}`
    console.log(text)
    publish('configure', options, text)
  } finally {
    await store.close()
    await casegate.stop()
    await database.drop()
  }
}

/** Reads, lists and changes of cases in turn. */
function inTurn(cases: number) {
  const requests = [
    requestsFor('case', 'graphql', cases),
    requestsFor('list', 'graphql', cases),
    requestsFor('update', 'rest', cases),
    requestsFor('assign', 'graphql', cases),
  ]
  let last = 0
  return () => requests[last++ % requests.length]!()
}

const renamed = (round: number) => (kind: keyof typeof keysOf) =>
  kind === 'typeCategories'
    ? { defaultAnswer: `Answer ${round}` }
    : kind === 'persons'
      ? { firstname: `First${round}` }
      : kind === 'groups'
        ? { active: true, typeCodes: [`TYPE${String(1 + (round % 500)).padStart(3, '0')}`] }
        : { name: `Name ${round}` }

/** How many items of each kind, and the statement that selects their keys. */
const keysOf = {
  categories: `select code from case_categories where not system order by code limit 190`,
  types: `select code from case_types order by code limit 400`,
  typeCategories: `select type_code as "typeCode", category_code as "categoryCode" from case_type_categories
    order by 1, 2 limit 200`,
  groups: `select name from operator_groups order by id limit 90`,
  persons: `select kind as login, email from persons where kind = 'OPERATOR' order by id limit 120`,
}

async function thousandItems(database: Database, change: (kind: keyof typeof keysOf) => object): Promise<Input> {
  const input: Input = {}
  for (const [kind, text] of Object.entries(keysOf) as [keyof typeof keysOf, string][]) {
    const keys = await database.run<object>({ name: '', text })
    input[kind] = keys.map((key) => ({ ...key, ...change(kind) }))
  }
  return input
}

/** Returns how many milliseconds it took. Throws unless there is an answer for every item. */
async function configure(port: number, token: string, input: object): Promise<number> {
  const query = `mutation ($input: ConfigureInput!) { configure(input: $input) {
    ... on ConfigurePayload { changes { kind version impact { kind count message } } }
    ... on ConfigureError { problems { code message path } }
  } }`
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Service-Touchpoint': 'tp1', 'Service-Token': token },
    body: JSON.stringify({ query, variables: { input } }),
  })
  const text = await response.text()
  const ms = performance.now() - startedAt
  const answered = text.split('"version":').length - 1
  if (answered !== 1_000) throw new Error(`${answered} items were answered: ${text.slice(0, 500)}`)
  return ms
}
