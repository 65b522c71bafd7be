import ICAL from 'ical.js'

/** At most so many days of an event that repeats. */
const maximumDays = 20

/** The whole days of the events of an .ics file, as YYYY-MM-DD, from this year on. Throws if it is none. */
export function daysOf(text: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  const firstYear = new Date().getFullYear()
  const days = new Set<string>()
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component)
    if (!event.startDate?.isDate) continue
    const length = Math.max(1, Math.round(event.duration.toSeconds() / 86_400))
    for (const start of startsOf(event, firstYear)) {
      for (let day = 0; day < length; day++) {
        const date = start.clone()
        date.adjust(day, 0, 0, 0)
        days.add(date.toString().slice(0, 10))
      }
    }
  }
  return [...days].filter((day) => Number(day.slice(0, 4)) >= firstYear).toSorted()
}

function startsOf(event: ICAL.Event, firstYear: number): ICAL.Time[] {
  if (!event.isRecurring()) return [event.startDate]
  const starts: ICAL.Time[] = []
  const iterator = event.iterator()
  for (let next = iterator.next(); next && starts.length < maximumDays; next = iterator.next()) {
    if (next.year >= firstYear) starts.push(next)
  }
  return starts
}
