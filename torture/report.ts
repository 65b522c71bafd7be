import { markdownTable } from '../bench/report.ts'

/** What was claimed, how often it was tried, and how often it did not hold. */
export interface CheckResult {
  claim: string
  tried: number
  lost: number
  /** The first case in which it did not hold. */
  first?: string | undefined
  /** What else is worth knowing. */
  beside?: string
}

export function finding<Item>(
  claim: string,
  tried: readonly Item[],
  isLost: (item: Item) => boolean,
  name: (item: Item) => string = String,
): CheckResult {
  const lost = tried.filter(isLost)
  return { claim, tried: tried.length, lost: lost.length, ...(lost[0] === undefined ? {} : { first: name(lost[0]) }) }
}

/** A claim about one figure, such as how long something took. */
export function limit(claim: string, figures: readonly number[], most: number, unit: string): CheckResult {
  const largest = figures.length === 0 ? NaN : Math.max(...figures)
  const beside = `at most ${Math.round(largest).toLocaleString('en')} ${unit}`
  return { ...finding(claim, figures, (figure) => !(figure <= most)), beside }
}

export function table(findings: readonly CheckResult[]): string {
  const rows = findings.map(({ claim, tried, lost, first, beside = '' }) => [
    claim,
    tried.toLocaleString('en'),
    lost.toLocaleString('en'),
    lost > 0 && first !== undefined ? `first: ${first.slice(0, 160)}` : beside,
  ])
  return markdownTable(['claim', 'tried', 'lost', 'beside'], rows)
}
