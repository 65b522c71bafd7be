import { TextInput } from '../../../../ui/elements/inputs'
import { Field } from '../../../../ui/form/inputs/field'
import { FieldGroup } from '../../inputs/fields'
import type { InputProperties } from '../../item/inputs'
import { weekdayNames } from '../../configuration/words'
import { barsOf, type DayHours } from './week-hours'

/** The hours of a week: a row for each day, with the hours as a text and as bars. */
export function WeekField({ problems, value, onChange, ...field }: InputProperties<readonly object[]>) {
  const week = value as readonly DayHours[]
  const own = problems.filter(({ input }) => input?.startsWith(field.name))
  return (
    <FieldGroup {...field} problems={own} className="week">
      {week.map((each, index) => (
        <div key={each.day} className="week-day">
          <Field label={weekdayNames[each.day]}>
            <TextInput
              block
              autoComplete="off"
              placeholder="closed"
              value={each.text}
              onChange={({ target }) => onChange(week.with(index, { ...each, text: target.value }))}
            />
          </Field>
          <div className="week-bars" aria-hidden="true">
            {barsOf(each).map(({ left, width }) => (
              <span key={left} style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }} />
            ))}
          </div>
        </div>
      ))}
    </FieldGroup>
  )
}
