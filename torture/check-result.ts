import { markdownTable } from '../bench/report.ts'

export interface CheckResult {
  claim: string
  /** How often the claim was checked, and how often it did not hold. */
  checked: number
  violations: number
  /** Describes the first violation. */
  example?: string | undefined
  note?: string
}

/** Checks a claim for every item. */
export function checkEach<Item>(
  claim: string,
  items: readonly Item[],
  isViolation: (item: Item) => boolean,
  describe: (item: Item) => string = String,
): CheckResult {
  const violations = items.filter(isViolation)
  const [first] = violations
  return {
    claim,
    checked: items.length,
    violations: violations.length,
    ...(first === undefined ? {} : { example: describe(first) }),
  }
}

/** Checks that no figure exceeds the limit. */
export function checkMaximum(claim: string, figures: readonly number[], limit: number, unit: string): CheckResult {
  const largest = figures.length === 0 ? NaN : Math.max(...figures)
  const note = `maximum ${Math.round(largest).toLocaleString('en')} ${unit}`
  return { ...checkEach(claim, figures, (figure) => !(figure <= limit)), note }
}

export function resultTable(results: readonly CheckResult[]): string {
  const rows = results.map(({ claim, checked, violations, example, note = '' }) => [
    claim,
    checked.toLocaleString('en'),
    violations.toLocaleString('en'),
    violations > 0 && example !== undefined ? `first: ${example.slice(0, 160)}` : note,
  ])
  return markdownTable(['claim', 'checked', 'violations', 'note'], rows)
}
