import { Fragment, useSyncExternalStore } from 'react'

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })
const thisYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const otherYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const otherDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const tickMs = minute / 2

/** How long ago something happened, or when it will, with the date and time when pointed at. */
export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={full.format(new Date(at))}>
      {agoText(new Date(at), useNow())}
    </time>
  )
}

/** When something happened, each time after its word. What has not happened is left out. */
export function Times({ of }: { of: Record<string, string | null> }) {
  return Object.entries(of)
    .filter((time): time is [string, string] => time[1] !== null)
    .map(([word, at], index) => (
      <Fragment key={word}>
        {`${index > 0 ? ' · ' : ''}${word} `}
        <Instant at={at} />
      </Fragment>
    ))
}

/** A date with its time, for sentences. */
export function timeText(at: Date | string): string {
  return dateAndTime.format(new Date(at))
}

/** A day such as 2026-12-31, which is the same in all time zones. */
export function dayText(day: string): string {
  return Number.isNaN(Date.parse(day)) ? day : otherDay.format(new Date(day))
}

/** The start of a day such as 2026-12-31 in the time zone of the viewer, moved by days and milliseconds. Null if it is none. */
export function startOfDay(day: string, later: number, ms: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (date === undefined) return null
  return new Date(Number(year), Number(month) - 1, Number(date) + later, 0, 0, 0, ms).toISOString()
}

function agoText(at: Date, now: number): string {
  const age = now - at.getTime()
  if (age < -minute) return timeText(at)
  // The time is that of the last tick.
  if (age < -tickMs) return 'in less than a minute'
  if (age < minute) return 'just now'
  if (age < 7 * day) return `${durationText(age, 1)} ago`
  return (at.getFullYear() === new Date(now).getFullYear() ? thisYear : otherYear).format(at)
}

/** A time span of milliseconds in its largest units, for example "2 d 4 h", or "< 1 min". */
export function durationText(ms: number, units: 1 | 2): string {
  const parts = [
    [Math.floor(ms / day), 'd'],
    [Math.floor(ms / hour) % 24, 'h'],
    [Math.floor(ms / minute) % 60, 'min'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first === -1) return '< 1 min'
  return parts
    .slice(first, first + units)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The time, at intervals of half a minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(tick, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}
