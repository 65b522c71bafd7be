import { useEffect, useState } from 'react'
import type { Configuration } from '../../configuration/configuration'
import { timeText, useNow } from '../../../../ui/display/instant'
import { goalNames, goals, type GoalsOfPriority, minutesFrom, priorityText } from './goals'
import { weekdays } from '../../configuration/words'
import { minutesOf } from './week-hours'

type Calendar = Configuration['calendars'][number]
type Arithmetic = typeof import('working-time')

interface Properties {
  rows: readonly GoalsOfPriority[]
  /** Undefined if every hour counts. */
  calendar: Calendar | undefined
}

/** When a case that comes in now would be due, by what is entered. */
export function Preview({ rows, calendar }: Properties) {
  const now = useNow()
  const [arithmetic, setArithmetic] = useState<Arithmetic>()
  useEffect(() => {
    // The rules of time zones are large.
    void import('working-time').then(setArithmetic)
  }, [])
  const filled = rows.filter((row) => goals.some((goal) => minutesFrom(row[goal]) != null))
  if (!arithmetic || filled.length === 0) return null
  const time = calendar ? timeOf(arithmetic, calendar) : arithmetic.allHours
  return (
    <ul aria-label="A case that comes in now is due" className="preview">
      {filled.map((row) => {
        const priority = priorityText(row.priority)
        const texts = goals.flatMap((goal) => {
          const minutes = minutesFrom(row[goal])
          const due = minutes == null || goal === 'nextReply' ? null : time.dueAfter(now, minutes * 60_000)
          return due === null ? [] : [`${goalNames[goal].toLowerCase()} ${timeText(new Date(due))}`]
        })
        return (
          texts.length > 0 && (
            <li key={priority}>{`${priority}: a case that comes in now is due: ${texts.join(', ')}`}</li>
          )
        )
      })}
    </ul>
  )
}

function timeOf({ workingTime }: Arithmetic, { timeZone, hours, holidays }: Calendar) {
  const opened = hours.map(({ day, from, to }) => ({
    weekday: weekdays.indexOf(day),
    from: minutesOf(from),
    to: minutesOf(to),
  }))
  return workingTime({ timeZone, hours: opened, holidays })
}
