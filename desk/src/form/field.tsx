import { FormControl } from '@primer/react'
import type { ReactElement } from 'react'
import { textOf } from './problem-list'
import type { ShownProblem } from './problems'

interface Properties {
  /** Equals the path of the problems that belong to the input. Unique in the page. */
  name?: string
  label: string
  hint?: string | undefined
  problems?: readonly ShownProblem[]
  /** Shows the label after the input, as for a checkbox. */
  inline?: boolean
  isLabelHidden?: boolean
  /** An input of the component library. It is connected with the label, the hint and the problems. */
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
}: Properties) {
  const own = problems.filter(({ input }) => input === name)
  return (
    <FormControl {...(name !== undefined && { id: name })} layout={inline ? 'horizontal' : 'vertical'}>
      <FormControl.Label visuallyHidden={isLabelHidden}>{label}</FormControl.Label>
      {children}
      {hint && !(inline && own.length > 0) && <FormControl.Caption>{hint}</FormControl.Caption>}
      {/* The component library has no validation messages for single checkboxes. */}
      {own.length > 0 && inline && (
        <FormControl.Caption>
          <span className="problem">{textOf(own)}</span>
        </FormControl.Caption>
      )}
      {own.length > 0 && !inline && <FormControl.Validation variant="error">{textOf(own)}</FormControl.Validation>}
    </FormControl>
  )
}
