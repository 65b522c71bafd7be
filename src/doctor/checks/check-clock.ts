import { statement } from '../../database/statement.ts'
import { type CheckContext, type CheckResult, warning } from '../check-result.ts'

const clock = statement(`select extract(epoch from clock_timestamp()) * 1000 as now`, { now: 'numeric' })

const toleranceMs = 2_000

export async function checkClock({ database, now }: CheckContext): Promise<CheckResult[]> {
  const before = now()
  const [row] = await database.run(clock)
  const after = now()
  const difference = row!.now - (before + after) / 2
  if (Math.abs(difference) <= toleranceMs + (after - before) / 2) return []
  const seconds = Math.round(Math.abs(difference) / 1000)
  const message = `The database's clock is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} this machine's.`
  const advice =
    "Synchronize both with NTP: sessions and events use the database's clock, and the log uses this machine's."
  return [warning('clock', message, advice)]
}
