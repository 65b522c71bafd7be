import { Banner } from '@primer/react'
import type { CombinedError } from 'urql'
import { requestProblem, type ShownProblem } from './problems'

/** Announces problems that belong to none of the inputs. */
export function ProblemList({
  problems,
  inputs = [],
}: {
  problems: readonly ShownProblem[]
  inputs?: readonly string[]
}) {
  const others = problems.filter(({ input }) => !inputs.includes(input))
  return (
    <div role="alert">
      {others.length > 0 && <Banner variant="critical" title="Problem" hideTitle description={textOf(others)} />}
    </div>
  )
}

export function RequestProblem({ error }: { error: CombinedError }) {
  return (
    <div role="alert">
      <Banner variant="critical" title="Problem" hideTitle description={textOf([requestProblem(error)])} />
    </div>
  )
}

export function textOf(problems: readonly ShownProblem[]): string {
  return problems.map(({ message, advice }) => `${message} ${advice}`.trim()).join(' ')
}
