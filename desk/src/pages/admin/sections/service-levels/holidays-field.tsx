import { useId, useState } from 'react'
import { Textarea } from '../../../../ui/elements/inputs'
import { Field } from '../../../../ui/form/inputs/field'
import type { InputProperties } from '../../item/inputs'

const linesOf = (text: string) => text.split(/\s+/).filter((line) => line !== '')

/** Days without opening hours, one in each line. An .ics file adds its days. */
export function HolidaysField({ value, onChange, ...field }: InputProperties<string>) {
  const fileId = useId()
  const [message, setMessage] = useState('')

  async function add(file: File) {
    try {
      // It is needed once a year.
      const { daysOf } = await import('./calendar-file')
      const days = daysOf(await file.text())
      const all = new Set([...linesOf(value), ...days])
      setMessage(`${file.name} has ${days.length} days from this year on. ${all.size - linesOf(value).length} are new.`)
      onChange([...all].toSorted().join('\n'))
    } catch {
      setMessage(`${file.name} is no calendar file.`)
    }
  }
  return (
    <div className="stack">
      <Field {...field}>
        <Textarea block rows={6} value={value} onChange={({ target }) => onChange(target.value)} />
      </Field>
      <div>
        <label htmlFor={fileId}>Add the days of a calendar file (.ics)</label>{' '}
        <input
          id={fileId}
          type="file"
          accept=".ics,text/calendar"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void add(file)
          }}
        />
      </div>
      <output className="faint">{message}</output>
    </div>
  )
}

export const holidaysFrom = linesOf
