// Random input for the data of seed.sql. It uses the same formulas, so that every request succeeds.

export function random(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from + 1))
}

export function randomItem<Item>(items: readonly [Item, ...Item[]]): Item {
  return items[random(0, items.length - 1)] ?? items[0]
}

const code = (prefix: string, number: number) => prefix + String(number).padStart(3, '0')

interface Caller {
  touchpoint: string
  token: string
  email: string
}

/** Sessions 1 to 5,000 belong to operators. An operator handles a type if the sum of their numbers is a multiple of 10. */
function operatorFor(type: number, touchpoint: number): Caller {
  const session = 10 * (touchpoint - 1 + 50 * random(0, 9)) + (10 - (type % 10))
  const operator = 1 + ((session - 1) % 1980)
  return { touchpoint: `tp${touchpoint}`, token: `bench-session-${session}`, email: `Person${operator}@bench.example` }
}

/** The first of the four type categories of the case's type. The other three follow at distances of 500. */
function firstTypeCategory(caseId: number): number {
  const i = caseId % 432
  return i + (i >= 376 ? 28 : i >= 100 ? 24 : 0)
}

const typeNumber = (typeCategory: number) => 1 + ((typeCategory * 7) % 500)

/** The operator of an update, over a touchpoint that is granted the type categories of the case's type. */
function updaterOf(caseId: number): Caller {
  const first = firstTypeCategory(caseId)
  return operatorFor(typeNumber(first), 4 * random(1, 12) - 3 + ((first + 3) % 4))
}

/** The codes of one of the four type categories of the case's type. */
function codesOf(caseId: number, index: number) {
  const typeCategory = firstTypeCategory(caseId) + 500 * index
  return {
    categoryCode: code('CAT', 1 + Math.floor(typeCategory / 10)),
    typeCode: code('TYPE', typeNumber(typeCategory)),
  }
}

const initialTypeCategory = (caseId: number) => Math.floor(caseId / 432) % 4

/** An update by an operator. One in four moves the case to another category of its type. */
export function randomUpdate(caseId: number) {
  return {
    caseId,
    caller: updaterOf(caseId),
    input: {
      ...codesOf(caseId, random(1, 4) === 1 ? random(0, 3) : initialTypeCategory(caseId)),
      status: randomItem(['Open', 'Waiting', 'Solved']),
      resolution: randomItem(['None', 'Fixed', 'Refused']),
      comments: ['The customer called again and asks for an answer by Monday.'],
      caseData: { amount: random(1, 9_999_999) / 100, invoices: random(1, 120), urgent: random(0, 1) === 1 },
    },
  }
}

/** After so many cases, the same operators may change the next one. */
const period = 432

/** The cases that are merged into the one a period later, and the operator who does it. */
export function mergedCase(index: number) {
  const caseId = 1 + Math.floor(index / period) * 2 * period + (index % period)
  return { caseId, intoCaseId: caseId + period, caller: updaterOf(caseId) }
}

/** How many of these there are among so many cases. */
export const mergedCases = (cases: number) => Math.floor(cases / (2 * period)) * period

/** An update by an operator that keeps every value of a case that was not moved. */
export function emptyUpdate(caseId: number) {
  return { caller: updaterOf(caseId), input: codesOf(caseId, initialTypeCategory(caseId)) }
}

/** An assignment by an operator to an operator who may handle the case's type and is not its initial assignee. */
export function randomAssignment(caseId: number) {
  const type = typeNumber(firstTypeCategory(caseId))
  const candidate = 10 * random(0, 197) + (10 - (type % 10))
  const operator = candidate === 1 + (caseId % 1980) ? (candidate + 10) % 1980 || 10 : candidate
  return { caseId, caller: operatorFor(type, random(1, 50)), email: `person${operator}@bench.example` }
}

/** A new case by an operator, for a party. */
export function randomCreation() {
  const { caller, input } = randomUpdate(random(1, 1_000_000))
  return { caller, input: { ...input, partyEmail: `person${random(2001, 4500)}@bench.example` } }
}

/** An operator who lists cases. */
export function randomList(): Caller {
  return operatorFor(random(1, 500), random(1, 50))
}

/** A lookup by a party or a consumer. A filtered one returns 2 or 3 records, a full one 480. */
export function randomLookup(filtered: boolean) {
  const session = random(5001, 10_000)
  const caller = { touchpoint: `tp${1 + ((session - 1) % 50)}`, token: `bench-session-${session}` }
  return { caller, categoryCode: filtered ? code('CAT', random(42, 90)) : null }
}

/** A case with ten comments, read by an operator. */
export function randomRead(cases: number) {
  const caseId = 100 * random(1, Math.floor(cases / 100))
  return { caseId, caller: operatorFor(typeNumber(firstTypeCategory(caseId)), random(1, 50)) }
}

/** The case with 10,000 comments. */
export const caseWithManyComments = 50
