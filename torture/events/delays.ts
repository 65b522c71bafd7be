import type { CheckResult } from '../check-result.ts'

/** Checks how long after it ended each change reached something. Times are in milliseconds since 1970. */
export function delays(
  where: string,
  maximumMs: number,
  sent: readonly { event: string; endedAt: number }[],
  reached: readonly { event: string; at: number }[],
): CheckResult {
  // Of repeated deliveries, the first counts.
  const times = new Map(reached.toReversed().map(({ event, at }) => [event, at]))
  const sorted = sent
    .map(({ event, endedAt }) => Math.max(0, (times.get(event) ?? Infinity) - endedAt))
    .toSorted((a, b) => a - b)
  const percentile = (part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? NaN)
  const note = `p50 ${percentile(0.5)}, p90 ${percentile(0.9)}, p99 ${percentile(0.99)}, maximum ${percentile(1)} ms`
  const claim = `99 % of the events reach ${where} within ${maximumMs} ms`
  return { claim, checked: sorted.length, violations: percentile(0.99) <= maximumMs ? 0 : 1, note, example: note }
}
