import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ShownProblem } from './problems'

/** Attributes that connect an input with its label, hint and problems. */
export interface InputAttributes {
  id: string
  name: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

interface Properties {
  name: string
  label: string
  hint?: string
  problems: readonly ShownProblem[]
  /** Shows the label after the input, as for a checkbox. */
  inline?: boolean
  children: (attributes: InputAttributes) => ReactNode
}

/** An input with its label, hint and problems. */
export function Field({ name, label, hint, problems, inline = false, children }: Properties) {
  const id = useId()
  const own = problems.filter(({ input }) => input === name)
  const described = [hint && `${id}-hint`, own.length > 0 && `${id}-problems`].filter(Boolean).join(' ')
  const control = children({ id, name, 'aria-describedby': described || undefined, 'aria-invalid': own.length > 0 })
  return (
    <div className={inline ? 'field inline' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {control}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {own.length > 0 && (
        <div className="problems" id={`${id}-problems`}>
          <Problems problems={own} />
        </div>
      )}
    </div>
  )
}

/** Announces the problems that belong to none of the form's inputs. */
export function FormProblems({ problems, inputs }: { problems: readonly ShownProblem[]; inputs: readonly string[] }) {
  const others = problems.filter(({ input }) => !inputs.includes(input))
  return (
    <div className="problems" role="alert">
      {others.length > 0 && <Problems problems={others} />}
    </div>
  )
}

function Problems({ problems }: { problems: readonly ShownProblem[] }) {
  return problems.map(({ message, advice }, index) => <p key={index}>{[message, advice].join(' ').trim()}</p>)
}

/** The problems of a form. When they change, the first invalid input gets the focus. */
export function useProblems() {
  const [problems, setProblems] = useState<readonly ShownProblem[]>([])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  return { form, problems, setProblems }
}
