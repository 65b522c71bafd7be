import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react'
import { LinkButton } from '../../../ui/elements/button'
import { Stack } from '../../../ui/elements/stack'
import { useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { PageHead } from '../../../ui/display/page-head'
import { Skeleton } from '../../../ui/display/skeleton'
import { type Setup, useSetup } from './setup-steps'

/** What is left to do until the first case can be created. Afterwards, it leads to the people. */
export function SetupPage() {
  const setup = useSetup()
  if (!setup) return <Skeleton rows={8} />
  const { steps, next, doneText } = setup
  if (!next) return <Redirect to="/people" replace />
  return (
    <Stack>
      <PageHead title="Set up" hint={`Until the first case can be created. ${doneText} steps are done.`} />
      <ol className="rows setup">
        {steps.map((step) => (
          <li key={step.path} className={step.isDone ? 'done' : ''} aria-current={step === next ? 'step' : undefined}>
            {step.isDone ? <CheckCircleFillIcon aria-label="Done" /> : <CircleIcon aria-label="To do" />}
            <div>
              <Link href={step.path}>{step.title}</Link>
              <div className="faint">{step.hint}</div>
            </div>
            {step === next && (
              <Link href={`${step.path}/new`} asChild>
                <LinkButton variant="primary" aria-label={`Begin with ${step.title.toLowerCase()}`}>
                  Begin
                </LinkButton>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Stack>
  )
}

/** Leads from one step of the set-up to the next, and says when it is done. */
export function SetupProgress({ setup: { next, doneText } }: { setup: Setup }) {
  const [path] = useLocation()
  const [hasBegun, setBegun] = useState(false)
  if (next && !hasBegun) setBegun(true)
  if (!hasBegun || path === '/') return null
  if (!next) {
    return (
      <output className="notice attention">
        {'Set up: Done. Next: '}
        <Link href="/people?login=OPERATOR" data-inline>
          invite the operators
        </Link>
        .
      </output>
    )
  }
  const isHere = path.startsWith(next.path)
  return (
    <output className="notice attention">
      {`Set up: ${doneText} steps are done. ${isHere ? 'This is the next step: ' : 'Next: '}`}
      <Link href={isHere ? `${next.path}/new` : next.path} data-inline>
        {next.title}
      </Link>
      .
    </output>
  )
}
