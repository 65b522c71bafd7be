import { markdownTable } from '../../bench/report.ts'

export interface MutantResult {
  name: string
  file: string
  /** A mutant that was explained as equivalent, but caught, is wrongly explained. */
  status: 'caught' | 'timed out' | 'survived' | 'equivalent' | 'wrongly explained'
  /** The change. */
  detail: string
}

/** One row for each file, and the sum. */
export function resultTable(results: readonly MutantResult[]): string {
  const statuses = ['caught', 'timed out', 'equivalent', 'survived', 'wrongly explained'] as const
  const row = (name: string, some: readonly MutantResult[]) => [
    name,
    `${some.length}`,
    ...statuses.map((status) => `${some.filter((result) => result.status === status).length}`),
  ]
  const files = Map.groupBy(results, ({ file }) => file)
  return markdownTable(
    ['file', 'mutants', ...statuses],
    [...[...files].map(([file, some]) => row(file, some)), row('all', results)],
  )
}
