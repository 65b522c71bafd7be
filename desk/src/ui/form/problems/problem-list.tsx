import { Banner } from '../../elements/banner'
import { useWindowEvent } from '../../display/window-event'
import { Button } from '../../elements/button'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CombinedError } from 'urql'
import { requestProblem, type ShownProblem } from './problems'

const none: readonly ShownProblem[] = []

/** The problems of a form. They disappear when the viewer has seen another version of the case. */
export function useProblems(seen?: number) {
  const [reported, setReported] = useState({ seen, problems: none })
  const setProblems = (problems: readonly ShownProblem[]) => setReported({ seen, problems })
  return [reported.seen === seen ? reported.problems : none, setProblems] as const
}

interface Properties {
  problems: readonly ShownProblem[]
  /** The names of the inputs of the form, which show their problems too. */
  inputs?: readonly string[]
  /** Whether the viewer may be doing something else since. Then they do not take the focus from an input. */
  isLate?: boolean
}

/** The problems of a form. Each time new ones are set, they get the focus, even if they say the same. Those that are solved leave. */
export function ProblemList({ problems, inputs = [], isLate = false }: Properties) {
  const summary = useRef<HTMLDivElement>(null)
  const shown = useRef(none)
  useEffect(() => {
    const isElsewhere = isLate && document.activeElement?.matches('input, select, textarea')
    if (problems.some((problem) => !shown.current.includes(problem)) && !isElsewhere) summary.current?.focus()
    shown.current = problems
  }, [problems, isLate])
  return (
    <div role="alert" ref={summary} tabIndex={-1} className="problems">
      {problems.length > 0 && (
        <Banner
          variant="critical"
          title={problems.length === 1 ? 'There is a problem' : `There are ${problems.length} problems`}
          description={
            <ul>
              {problems.map(({ input, message }) => (
                <li key={`${input} ${message}`}>
                  {inputs.includes(input) ? <InputLink input={input}>{message}</InputLink> : message}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  )
}

/** Moves the focus to an input. The URL stays the same. */
function InputLink({ input, children }: { input: string; children: string }) {
  function focus(event: MouseEvent) {
    event.preventDefault()
    document.getElementById(input)?.focus()
  }
  return (
    <a href={`#${encodeURIComponent(input)}`} onClick={focus}>
      {children}
    </a>
  )
}

const retryMs = 5_000

interface RequestProperties {
  error: CombinedError
  /** Loads it again: at the press of a button, at intervals, and when the connection is back. */
  onRetry?: () => void
}

export function RequestProblem({ error, onRetry }: RequestProperties) {
  const retry = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    const timer = setInterval(() => retry(), retryMs)
    return () => clearInterval(timer)
  }, [])
  useWindowEvent('online', () => onRetry?.())
  return (
    <div role="alert">
      <Banner
        variant="critical"
        description={textOf([requestProblem(error)])}
        primaryAction={onRetry && <Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}

export function textOf(problems: readonly ShownProblem[]): string {
  return problems.map(({ message }) => message).join(' ')
}
