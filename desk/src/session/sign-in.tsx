import { Button, Heading, Select, Stack, TextInput } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { demonstrationSessions } from './demonstration'
import { openDrafts } from '../form/drafts'
import { Field } from '../form/field'
import { ProblemList } from '../form/problem-list'
import { requestProblem, type ShownProblem } from '../form/problems'
import { clientFor, type Session } from './session'
import { ViewerQuery } from './viewer'

const otherSession = 'Another session'

export function SignIn({ onSession }: { onSession: (session: Session) => void }) {
  const [chosen, setChosen] = useState(Object.keys(demonstrationSessions)[0] ?? otherSession)
  const [problems, setProblems] = useState<ShownProblem[]>([])

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const session = demonstrationSessions[chosen] ?? enteredSession(new FormData(event.currentTarget))
    const { data, error } = await clientFor(session).query(ViewerQuery, {})
    if (!data?.viewer) return setProblems([requestProblem(error)])
    openDrafts(`${data.viewer.login} ${data.viewer.email}`)
    onSession(session)
  }

  return (
    <main className="sign-in">
      <title>Sign in</title>
      <Stack as="form" onSubmit={signIn} aria-labelledby="sign-in">
        <Heading as="h1" variant="medium" id="sign-in">
          Sign in
        </Heading>
        <ProblemList problems={problems} />
        <Field label="Session">
          <Select block value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {[...Object.keys(demonstrationSessions), otherSession].map((name) => (
              <Select.Option key={name} value={name}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </Field>
        {chosen === otherSession && (
          <>
            <Field label="Touchpoint">
              <TextInput block name="touchpoint" autoComplete="off" />
            </Field>
            <Field label="Token">
              <TextInput block name="token" type="password" autoComplete="off" />
            </Field>
          </>
        )}
        <Button type="submit" variant="primary">
          Sign in
        </Button>
      </Stack>
    </main>
  )
}

function enteredSession(form: FormData): Session {
  return { touchpoint: String(form.get('touchpoint')), token: String(form.get('token')) }
}
