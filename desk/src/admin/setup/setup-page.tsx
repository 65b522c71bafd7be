import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react'
import { Heading, Link as StyledLink, LinkButton, Stack } from '@primer/react'
import { Link, Redirect } from 'wouter'
import { Skeleton } from '../../display/skeleton'
import { useSetupSteps } from './setup-steps'

/** What is left to do until the first case can be created. Afterwards, it leads to the people. */
export function SetupPage() {
  const steps = useSetupSteps()
  if (!steps) return <Skeleton rows={8} />
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return <Redirect to="/people" replace />
  return (
    <Stack>
      <title>Set up</title>
      <div>
        <Heading as="h2" variant="medium">
          Set up
        </Heading>
        <p className="faint">
          {`Until the first case can be created. ${steps.filter(({ isDone }) => isDone).length} of ${steps.length} steps are done.`}
        </p>
      </div>
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
