import { durationText, timeText, useNow } from '../display/instant'

/** From when on it wants attention. */
const soonMs = 60 * 60_000

/** When the next deadline is, or since when it has passed. */
export function Due({ at, waitingSince }: { at: string; waitingSince: string | null }) {
  const left = Date.parse(at) - useNow()
  const tone = left < 0 ? ' red' : left < soonMs ? ' amber' : ''
  const text = durationText(Math.abs(left), 2)
  const waits = waitingSince === null ? '' : `, waits since ${timeText(waitingSince)}`
  return (
    <time className={`wait${tone}`} dateTime={at} title={`Due ${timeText(at)}${waits}`}>
      {left < 0 ? `overdue ${text}` : `due in ${text}`}
    </time>
  )
}
