import { assumed, type Input, measured } from './inputs.ts'
import { product, quotient, type Range, roundedUp, sum } from './range.ts'

/** The load of a service: its cases, and its changes per second in the busiest minute. */
export interface Load {
  cases: number
  changesPerSecond: number
}

const secondsPerHour = 3_600
const bytesPerMebibyte = 2 ** 20

/** A number, or the value of an input, as a range. */
export function of(value: Pick<Input, 'value'> | number): Range {
  const number = typeof value === 'number' ? value : value.value
  return typeof number === 'number' ? [number, number] : number
}

/** The cores that requests at this rate keep busy. Each takes this CPU time in microseconds. */
export function busyCores(perSecond: Range, microseconds: Range): Range {
  return quotient(product(perSecond, microseconds), of(1e6))
}

/** The requests per second of each kind. */
export function requestsOf({ changesPerSecond }: Load) {
  const changes = of(changesPerSecond)
  return {
    changes,
    cases: product(changes, of(assumed.casesPerChange)),
    lookups: product(changes, of(assumed.lookupsPerChange)),
    lists: product(changes, of(assumed.listsPerChange)),
  }
}

/** The data in bytes and rows. In a steady state, as many cases are archived as are created. */
export function dataOf({ cases, changesPerSecond }: Load) {
  const changesPerDay = product(of(changesPerSecond), of(assumed.busyHours), of(secondsPerHour))
  const newPerDay = quotient(changesPerDay, of(assumed.changesPerCase))
  const updates = of(assumed.changesPerCase.value - 1)
  const perCase = sum(of(measured.bytesPerCase), product(updates, of(measured.bytesPerUpdate)))
  const keys = product(changesPerDay, of(measured.bytesPerKey))
  const bytesOfCases = product(of(cases), perCase)
  const bytes = sum(bytesOfCases, keys)
  return {
    changesPerDay,
    newPerDay,
    days: quotient(of(cases), newPerDay),
    events: product(of(cases), of(assumed.changesPerCase)),
    keys,
    bytes,
    bytesPerCase: perCase,
    disk: product(bytes, of(assumed.spareDisk)),
    workingSet: workingSet(bytesOfCases),
    wal: product(of(changesPerSecond), of(measured.wal)),
  }
}

/** At least the rows and index entries of the cases in use. At most all indexes, and the rows of the cases in use. */
function workingSet([bytes]: Range): Range {
  const [least, most] = of(assumed.casesInUse)
  const indexes = measured.shareOfIndexes.value
  return [bytes * least, bytes * (indexes + (1 - indexes) * most)]
}

/** The processes of Casegate. */
export function processesOf(load: Load) {
  const { changes, cases, lookups, lists } = requestsOf(load)
  const busy = sum(
    busyCores(changes, of(measured.casegateUpdate)),
    busyCores(cases, of(measured.casegateCase)),
    busyCores(lookups, of(measured.casegateLookup)),
    busyCores(lists, of(measured.casegateList)),
  )
  const processes = sum(roundedUp(quotient(busy, of(assumed.load))), of(1))
  return {
    processes,
    memory: product(processes, of(measured.processMemory), of(bytesPerMebibyte)),
    connections: product(processes, of(assumed.pool)),
  }
}
