import { durationText, timeText, useNow } from '../../ui/display/instant'

const hourMs = 60 * 60_000
/** From when on a deadline wants attention. */
const soonMs = hourMs

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

/** From when on it wants attention, and from when on it is late. */
const longMs = 8 * hourMs
const lateMs = 24 * hourMs

/** How long the customer has been waiting for an answer. */
export function Waiting({ since }: { since: string }) {
  const waited = useNow() - Date.parse(since)
  const tone = waited >= lateMs ? ' red' : waited >= longMs ? ' amber' : ''
  return (
    <time className={`wait${tone}`} dateTime={since} title={`Waits since ${timeText(since)}`}>
      {`waits ${durationText(waited, 2)}`}
    </time>
  )
}
