import type { CheckResult } from '../check-result.ts'

type Ended = readonly { event: string; endedAt: number }[]
type Reached = readonly { event: string; at: number }[]

/** Checks how long after it ended each change reached something. Times are in milliseconds since 1970. */
export function delays(where: string, maximumMs: number, sent: Ended, reached: Reached): CheckResult {
  const { percentile, note } = delaysOf(sent, reached)
  const claim = `99 % of the events reach ${where} within ${maximumMs} ms`
  return { claim, checked: sent.length, violations: percentile(0.99) <= maximumMs ? 0 : 1, note, example: note }
}

/** Checks by how much longer changes took beside something than without it. */
export function addedDelay(
  where: string,
  maximumMs: number,
  { beside, without }: { beside: Ended; without: Ended },
  reached: Reached,
): CheckResult {
  const [besideIt, alone] = [delaysOf(beside, reached), delaysOf(without, reached)]
  const added = besideIt.percentile(0.99) - alone.percentile(0.99)
  const note = `p99 ${added} ms later; beside it ${besideIt.note}; without it ${alone.note}`
  const claim = `99 % of the events reach ${where} at most ${maximumMs} ms later than without it`
  return { claim, checked: beside.length, violations: added <= maximumMs ? 0 : 1, note, example: note }
}

function delaysOf(sent: Ended, reached: Reached) {
  // Of repeated deliveries, the first counts.
  const times = new Map(reached.toReversed().map(({ event, at }) => [event, at]))
  const sorted = sent
    .map(({ event, endedAt }) => Math.max(0, (times.get(event) ?? Infinity) - endedAt))
    .toSorted((a, b) => a - b)
  const percentile = (part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? NaN)
  const note = `p50 ${percentile(0.5)}, p90 ${percentile(0.9)}, p99 ${percentile(0.99)}, maximum ${percentile(1)} ms`
  return { percentile, note }
}
