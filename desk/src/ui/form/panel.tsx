import { Stack } from '../elements/stack'
import { type ReactNode, useId } from 'react'
import { ProblemList } from './problems/problem-list'
import type { ShownProblem } from './problems/problems'

interface Properties {
  title: string
  hint?: string
  /** Why something in it failed. */
  problems?: readonly ShownProblem[]
  /** The names of its inputs, which show their problems too. */
  inputs?: readonly string[]
  /** What was done. */
  note?: string
  children: ReactNode
}

/** A part of a page with its own heading. */
export function Panel({ title, hint, problems = [], inputs = [], note, children }: Properties) {
  const id = useId()
  return (
    <Stack as="section" gap="condensed" aria-labelledby={id}>
      <h3 className="heading small" id={id}>
        {title}
      </h3>
      {hint && <p className="faint">{hint}</p>}
      <ProblemList problems={problems} inputs={inputs} />
      <output>{note}</output>
      {children}
    </Stack>
  )
}
