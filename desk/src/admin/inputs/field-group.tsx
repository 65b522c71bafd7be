import type { ReactNode } from 'react'
import { textOf } from '../../form/problem-list'
import type { InputProperties } from '../item/inputs'

interface Properties extends Omit<InputProperties<never>, 'value' | 'onChange'> {
  className: string
  children: ReactNode
}

/** Inputs of one value, with its label, its hint and its problems. */
export function FieldGroup({ name, label, hint, problems, className, children }: Properties) {
  return (
    <fieldset id={name} tabIndex={-1} className={className}>
      <legend>{label}</legend>
      {hint && <p className="faint">{hint}</p>}
      {problems.length > 0 && <p className="problem">{textOf(problems)}</p>}
      {children}
    </fieldset>
  )
}
