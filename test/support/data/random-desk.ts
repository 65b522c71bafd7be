import fc from 'fast-check'
import type { Credentials } from '../requests/credentials.ts'

/** Random values, drawn one after another. */
interface Draw {
  flag(percent: number): boolean
  one<Item>(items: readonly Item[]): Item
  some<Item>(items: readonly Item[], percent: number): Item[]
}

interface TypeCategory {
  typeCode: string
  categoryCode: string
}

/** A small data set in the import format, whose names begin with a unique prefix. */
export interface Desk {
  data: object
  callers: Credentials[]
  caseIds: number[]
  statuses: string[]
  resolutions: string[]
  pairs: TypeCategory[]
  operators: string[]
  groups: string[]
  /** The valid case data of a type. */
  caseData(typeCode: string): Record<string, number>
}

const draws: fc.Arbitrary<Draw> = fc.gen().map((draw) => {
  const flag = (percent: number) => draw(fc.nat, 99) < percent
  return {
    flag,
    one: (items) => items[draw(fc.nat, items.length - 1)]!,
    some: (items, percent) => items.filter(() => flag(percent)),
  }
})

let count = 0

/** Data sets in which people are authorised for cases in every way, and in none. */
export const desks: fc.Arbitrary<Desk> = draws.map((draw) => makeDesk(`d${++count}`, count * 1_000 + 100_000, draw))

const range = (length: number, prefix: string) => Array.from({ length }, (_, index) => `${prefix}${index}`)

const addressOf = (name: string) => `${name}@example.com`

function makeDesk(prefix: string, firstId: number, { flag, one, some }: Draw): Desk {
  const named = (items: string[]) => items.map((code) => ({ code, name: code }))
  const types = range(4, `${prefix} type `)
  const categories = range(3, `${prefix} category `)
  const statuses = range(4, `${prefix} status `)
  const resolutions = range(3, `${prefix} resolution `)
  const touchpoints = range(3, `${prefix} touchpoint `)
  const groups = range(3, `${prefix} group `)
  const operators = range(6, `${prefix}-operator`).map(addressOf)
  const parties = range(2, `${prefix}-party`).map(addressOf)
  const consumer = addressOf(`${prefix}-consumer`)
  const allPairs = types.flatMap((typeCode) => categories.map((categoryCode) => ({ typeCode, categoryCode })))
  const pairs = [allPairs[0]!, ...some(allPairs.slice(1), 60)]
  const withField = new Set(some(types, 50))
  const caseData = (typeCode: string): Record<string, number> => (withField.has(typeCode) ? { size: 3 } : {})
  const person = (email: string) => ({ email, firstname: email })
  const sessions = [
    ...operators.flatMap((email) =>
      [...new Set([touchpoints[0]!, one(touchpoints)])].map((touchpointCode) => ({
        login: 'OPERATOR',
        email,
        touchpointCode,
      })),
    ),
    ...parties.flatMap((email) => touchpoints.map((touchpointCode) => ({ login: 'PARTY', email, touchpointCode }))),
    { login: 'CONSUMER', email: consumer, touchpointCode: one(touchpoints) },
  ].map((session, index) => ({ ...session, token: `${prefix} token ${index}` }))
  const caseIds = range(14, '').map((_, index) => firstId + index)
  const assignment = () => one([{}, { assigneeEmail: one(operators) }, { groupName: one(groups) }])
  const isBlocked = new Map(operators.map((email) => [email, flag(15)]))
  const data = {
    touchpoints: touchpoints.map((code, index) => ({
      code,
      name: code,
      allTypeCategories: index === 0 && flag(50),
      typeCategories: some(pairs, 50).map((pair) => ({ ...pair, modifyCases: flag(30) })),
    })),
    categories: categories.map((code, index) => ({
      code,
      name: code,
      active: flag(85),
      system: index > 0 && flag(25),
    })),
    types: named(types).map((type) => ({
      ...type,
      active: flag(85),
      fields: withField.has(type.code) ? [{ name: 'size', kind: 'INTEGER', minimum: 1, maximum: 5 }] : [],
    })),
    typeCategories: pairs.map((pair) => ({ ...pair, active: flag(85) })),
    statuses: statuses.map((name, index) => ({ name, active: index === 0 || flag(80), closed: flag(30) })),
    resolutions: resolutions.map((name, index) => ({ name, active: index === 0 || flag(70) })),
    transitions: some(statuses, 40).flatMap((from) => some(statuses, 50).map((to) => ({ from, to }))),
    operators: operators.map((email) => ({
      ...person(email),
      typeCodes: some(types, 30),
      active: flag(90),
      blocked: isBlocked.get(email),
    })),
    operatorGroups: groups.map((name) => ({
      name,
      active: flag(75),
      typeCodes: some(types, 25),
      memberEmails: some(operators, 40),
    })),
    parties: parties.map(person),
    consumers: [person(consumer)],
    sessions,
    cases: caseIds.map((id) => {
      const pair = one(pairs)
      const values = { status: one(statuses), resolution: one(resolutions), caseData: caseData(pair.typeCode) }
      const partyEmail = flag(70) ? one(parties) : null
      const comments = partyEmail ? [{ text: 'Hello', authorEmail: partyEmail }] : []
      return { id, ...pair, ...values, partyEmail, ...assignment(), comments }
    }),
  }
  // People who are blocked or inactive cannot call.
  const mayCall = new Set(data.operators.filter(({ active, blocked }) => active && !blocked).map(({ email }) => email))
  const callers = sessions
    .filter(({ login, email }) => login !== 'OPERATOR' || mayCall.has(email))
    .map(({ token, touchpointCode: touchpoint }) => ({ token, touchpoint }))
  return { data, callers, caseIds, statuses, resolutions, pairs: allPairs, operators, groups, caseData }
}
