import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ShownProblem } from './problems'

/** What an input has to carry, so that its label, hint and problems are told with it. */
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
  /** For a check box, whose label stands behind it. */
  inline?: boolean
  children: (attributes: InputAttributes) => ReactNode
}

/** An input with its label, and next to it what is wrong with it. */
export function Field({ name, label, hint, problems, inline = false, children }: Properties) {
  const id = useId()
  const own = problems.filter(({ place }) => place === name)
  const described = [hint && `${id}-hint`, own.length > 0 && `${id}-problems`].filter(Boolean).join(' ')
  const input = children({ id, name, 'aria-describedby': described || undefined, 'aria-invalid': own.length > 0 })
  return (
    <div className={inline ? 'field inline' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {input}
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

/** What belongs to none of a form's inputs; told as soon as it is there. */
export function FormProblems({ problems, places }: { problems: readonly ShownProblem[]; places: readonly string[] }) {
  const others = problems.filter(({ place }) => !places.includes(place))
  return (
    <div className="problems" role="alert">
      {others.length > 0 && <Problems problems={others} />}
    </div>
  )
}

function Problems({ problems }: { problems: readonly ShownProblem[] }) {
  return problems.map(({ message, advice }, index) => <p key={index}>{[message, advice].join(' ').trim()}</p>)
}

/** A form's problems. New ones lead the keyboard, and a screen reader, to the first thing to correct. */
export function useProblems() {
  const [problems, setProblems] = useState<readonly ShownProblem[]>([])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  return { form, problems, setProblems }
}
