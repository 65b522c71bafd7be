import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react'
import { LinkButton } from '../../elements/button'
import { Stack } from '../../elements/stack'
import { Link as StyledLink } from '../../elements/text'
import { Link, Redirect } from 'wouter'
import { PageHead } from '../../display/page-head'
import { Skeleton } from '../../display/skeleton'
import { useSetup } from './setup-steps'

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
              <Link href={step.path} asChild>
                <StyledLink>{step.title}</StyledLink>
              </Link>
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
