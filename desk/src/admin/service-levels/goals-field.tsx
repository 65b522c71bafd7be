import { TextInput } from '../../elements/inputs'
import { textOf } from '../../form/problem-list'
import { caseValues } from '../../words/case-values'
import type { FieldProperties } from '../item/inputs'
import { Preview } from './preview'
import { goalNames, type GoalName, type GoalsOfPriority } from './goals'

/** The goals as a table: a row for each priority, a column for each goal. */
export function GoalsField({ name, label, hint, problems, value, onChange, form }: FieldProperties<readonly object[]>) {
  const rows = value as readonly GoalsOfPriority[]
  const own = problems.filter(({ input }) => input?.startsWith(name))
  const columns = Object.entries(goalNames) as [GoalName, string][]
  return (
    <fieldset id={name} tabIndex={-1} className="goals">
      <legend>{label}</legend>
      {hint && <p className="faint">{hint}</p>}
      {own.length > 0 && <p className="problem">{textOf(own)}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Priority</th>
            {columns.map(([goal, text]) => (
              <th key={goal} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const priority =
              row.priority === null ? 'All others' : (caseValues.priority.names?.[row.priority] ?? row.priority)
            return (
              <tr key={priority}>
                <th scope="row">{priority}</th>
                {columns.map(([goal, text]) => (
                  <td key={goal}>
                    <TextInput
                      block
                      inputMode="text"
                      autoComplete="off"
                      aria-label={`${text}, ${priority}`}
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
    </fieldset>
  )
}
