import { durationText, timeText, useNow } from '../display/instant'

const hourMs = 60 * 60_000
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
