import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import type { Database } from '../../src/database/database.ts'
import type { Statement } from '../../src/database/statement.ts'
import { olga, paula } from '../support/callers.ts'
import { freshDatabase } from '../support/database.ts'
import { graphqlData } from '../support/graphql.ts'
import { restFace } from '../support/rest-face.ts'
import { useServer } from '../support/server.ts'

interface Ran {
  text: string
  values: readonly unknown[]
}

const ran = new Map<string, Ran>()
let database: Database

/** A database that keeps each statement that is run on it, with the last values. */
async function recordingDatabase(): Promise<Database> {
  database = await freshDatabase()
  return {
    ...database,
    run<Row>(statement: Statement<Row>, values: readonly unknown[] = []) {
      ran.set(statement.text, { text: statement.text, values })
      return database.run(statement, values)
    },
  }
}

const server = useServer({ database: recordingDatabase })

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How the statement's plan reaches tables, where it may not read them whole if there is any other way. */
function accessesOf({ text, values }: Ran): Promise<string[]> {
  return database.transaction(async (transaction) => {
    await transaction.run({ name: '', text: 'set local enable_seqscan = off' })
    // A bitmap of an index that is read whole would do instead.
    await transaction.run({ name: '', text: 'set local enable_bitmapscan = off' })
    const [row] = await transaction.run<{ 'QUERY PLAN': { Plan: Plan }[] }>({ name: '', text: `explain (format json) ${text}` }, values)
    return nodesOf(row!['QUERY PLAN'][0]!.Plan)
      .filter((node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable')
      .map((node) => `${node['Node Type']} on ${node['Relation Name']}${node['Index Cond'] ? '' : ' without a condition'}`)
  })
}

test('every statement of a request reaches its rows by indexes', async () => {
  const face = restFace(server)
  const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
  const id = await server.addCase()
  ran.clear()
  await face.update({ id, body: { ...codes, status: 'New', comments: [{ text: 'Hello.' }] } })
  await face.assign({ id, body: { email: 'olga@example.com' } })
  await face.assign({ id, body: { groupName: 'Billing team' } })
  await face.lookup({ ...paula })
  const page = (arguments_: string) => `comments(${arguments_}) { edges { node { text author { email } } } }`
  const history = (arguments_: string) => `history(${arguments_}) { edges { node { actor { email } } } }`
  const fields = `party { email } group { name } a: ${page('first: 2')} b: ${page('last: 2')} c: ${history('first: 2')} d: ${history('last: 2')}`
  await graphqlData(server.url, `{ case(id: ${id}) { ${fields} } }`, {}, olga)
  ran.delete(loadCatalogue.text)

  const accesses = new Map<string, string[]>()
  for (const each of ran.values()) accesses.set(each.text, await accessesOf(each))
  expect(accesses.size).toBeGreaterThanOrEqual(9)
  // The revision is the one row of its table.
  const whole = [...accesses].map(([text, all]) => [text, all.filter((access) => /without/.test(access) && !/catalogue_revision/.test(access))])
  expect(whole).toEqual([...accesses.keys()].map((text) => [text, []]))
})
