import { type Command, InvalidArgumentError } from 'commander'
import type { SlaFigures } from '../../cases/deadlines/sla-report.ts'
import { type JsonOption, printTable } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface ReportOptions extends JsonOption {
  from?: Date
  to?: Date
  csv?: boolean
}

const monthMs = 30 * 86_400_000

export function addSlaCommand(program: Command): void {
  const sla = program.command('sla').summary('Report on service levels.').description('Report on service levels.')
  sla
    .command('report')
    .summary('Print how many goals were met and missed.')
    .description(
      'Print, by policy and group, how many goals that ended in a period were met and missed, and the median and the 90th percentile of ' +
        'their working time. It is computed from the history, by the service levels of now. By default, the last 30 days.',
    )
    .option('--from <time>', 'the start, such as 2026-11-01 (UTC) or 2026-11-01T00:00:00+01:00', parseTime)
    .option('--to <time>', 'the first time after it', parseTime)
    .option('--csv', 'print CSV')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('sla report --from 2026-11-01 --to 2026-12-01', 'sla report --csv'))
    .action(async ({ from, to = new Date(), csv, json }: ReportOptions) => {
      const { slaReport } = await import('../../cases/deadlines/sla-report.ts')
      const period = { from: from ?? new Date(to.getTime() - monthMs), to }
      const figures = await withDatabase((database) => slaReport(database, period))
      if (csv) return console.log(csvOf(figures))
      printTable({ json }, figures, heads, ({ group, ...each }) => cellsOf({ ...each, group: group ?? '-' }))
    })
}

const heads = ['POLICY', 'GROUP', 'GOAL', 'MET', 'MISSED', 'MEDIAN (MIN)', '90 % (MIN)']

function cellsOf({ policy, group, goal, met, missed, medianMinutes, p90Minutes }: SlaFigures): string[] {
  return [policy, group ?? '', goal, ...[met, missed, medianMinutes, p90Minutes].map(String)]
}

/** RFC 4180. What a spreadsheet would run begins with an apostrophe. */
function csvOf(figures: readonly SlaFigures[]): string {
  const columns = ['policy', 'group', 'goal', 'met', 'missed', 'medianMinutes', 'p90Minutes']
  const quoted = (cell: string) => `"${cell.replace(/^(?=[=+\-@\t])/, "'").replaceAll('"', '""')}"`
  return [columns, ...figures.map(cellsOf)].map((cells) => cells.map(quoted).join(',')).join('\r\n')
}

function parseTime(text: string): Date {
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('It must be a time such as 2026-11-01 or 2026-11-01T00:00:00Z.')
  }
  return time
}
