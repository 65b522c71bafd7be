import { TextInput } from '../../../../ui/elements/inputs'
import { FieldGroup } from '../../inputs/fields'
import type { FieldProperties } from '../../item/inputs'
import { goalNames, goals, type GoalsOfPriority, priorityText } from './goals'
import { Preview } from './preview'

/** The goals as a table: a row for each priority, a column for each goal. */
export function GoalsField({ problems, value, onChange, form, ...field }: FieldProperties<readonly object[]>) {
  const rows = value as readonly GoalsOfPriority[]
  const own = problems.filter(({ input }) => input?.startsWith(field.name))
  return (
    <FieldGroup {...field} problems={own} className="goals">
      <table>
        <thead>
          <tr>
            <th scope="col">Priority</th>
            {goals.map((goal) => (
              <th key={goal} scope="col">
                {goalNames[goal]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const priority = priorityText(row.priority)
            return (
              <tr key={priority}>
                <th scope="row">{priority}</th>
                {goals.map((goal) => (
                  <td key={goal}>
                    <TextInput
                      block
                      inputMode="text"
                      autoComplete="off"
                      aria-label={`${goalNames[goal]}, ${priority}`}
                      placeholder="none"
                      value={row[goal]}
                      onChange={({ target }) => onChange(rows.with(index, { ...row, [goal]: target.value }))}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <Preview
        rows={rows}
        calendar={form.configuration.calendars.find(({ code }) => code === form.values['calendarCode'])}
      />
    </FieldGroup>
  )
}
