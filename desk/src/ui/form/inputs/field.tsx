import { type ReactElement, useId } from 'react'
import { ControlContext } from '../../elements/control'
import { textOf } from '../problems/problem-list'
import type { ShownProblem } from '../problems/problems'

export interface FieldProperties {
  /** Equals the path of the problems that belong to the input. Unique in the page. */
  name?: string
  label: string
  hint?: string | undefined
  problems?: readonly ShownProblem[]
  /** Shows the label after the input, as for a checkbox. */
  inline?: boolean
  isLabelHidden?: boolean
  /** An input of `elements`. It is connected with the label, the hint and the problems. */
  children: ReactElement
}

/** An input with its label, hint and problems. */
export function Field({
  name,
  label,
  hint,
  problems = [],
  inline = false,
  isLabelHidden = false,
  children,
}: FieldProperties) {
  const ownId = useId()
  const id = name ?? ownId
  const own = problems.filter(({ input }) => input === name)
  const hints = [
    { id: `${ownId}hint`, text: inline && own.length > 0 ? '' : (hint ?? ''), className: 'faint' },
    { id: `${ownId}problem`, text: textOf(own), className: 'problem' },
  ].filter(({ text }) => text !== '')
  const control = {
    id,
    'aria-describedby': hints.map((each) => each.id).join(' ') || undefined,
    'aria-invalid': own.length > 0 || undefined,
  }
  return (
    <div className={inline ? 'field inline' : 'field'}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <ControlContext value={control}>{children}</ControlContext>
      {hints.map((each) => (
        <span key={each.id} id={each.id} className={each.className}>
          {each.text}
        </span>
      ))}
    </div>
  )
}
