import { Button, Heading, LinkButton, Stack, Text, TextInput } from '@primer/react'
import { type FormEvent, useEffect, useState } from 'react'
import { Field } from '../form/field'
import { ProblemList } from '../form/problem-list'
import type { ShownProblem } from '../form/problems'
import { refreshSession } from './current-session'
import { type SignInRequest, signIn, type Way } from './session'
import { refusalInUrl, removeRefusal, signInProblem } from './sign-in-problems'

export function SignIn({ ways }: { ways: Way[] }) {
  const [problems, setProblems] = useState<ShownProblem[]>(refusalInUrl)
  useEffect(removeRefusal, [])

  async function submit(request: SignInRequest) {
    try {
      await signIn(request)
    } catch (error) {
      return setProblems([signInProblem(request, error)])
    }
    await refreshSession()
  }

  return (
    <main className="sign-in">
      <title>Sign in</title>
      <Stack>
        <Heading as="h1" variant="medium">
          Sign in
        </Heading>
        <ProblemList problems={problems} />
        {ways.map((way) => (
          <WayToSignIn
            key={'login' in way ? way.login : way.way}
            way={way}
            isOnly={ways.length === 1}
            submit={submit}
          />
        ))}
      </Stack>
    </main>
  )
}

const loginNames: Record<string, string> = { OPERATOR: 'operator', PARTY: 'customer' }

interface WayProperties {
  way: Way
  isOnly: boolean
  submit: (request: SignInRequest) => Promise<void>
}

function WayToSignIn({ way, isOnly, submit }: WayProperties) {
  switch (way.way) {
    case 'DEMONSTRATION': {
      const { login, firstname } = way
      return (
        <Button block variant="primary" onClick={() => submit({ way: 'DEMONSTRATION', login })}>
          {`Sign in as ${firstname}, ${loginNames[login] ?? login}`}
        </Button>
      )
    }
    case 'ISSUER':
      return (
        <LinkButton
          block
          variant="primary"
          href={`/desk/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`}
        >
          Sign in with your organisation
        </LinkButton>
      )
    case 'PROXY':
      return (
        <Button block variant="primary" onClick={() => submit({ way: 'PROXY' })}>
          {`Sign in as ${way.email}`}
        </Button>
      )
    case 'EMAIL':
      return <EmailForm submit={submit} />
    case 'TOKEN':
      return (
        <details open={isOnly}>
          <summary>Sign in with a session token</summary>
          <TokenForm submit={submit} />
        </details>
      )
  }
}

function EmailForm({ submit }: Pick<WayProperties, 'submit'>) {
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit({ way: 'EMAIL', email: entered(event, 'email') })
  }
  return (
    <Stack as="form" onSubmit={send}>
      <Field label="Email address" name="email">
        <TextInput block name="email" type="email" autoComplete="username" />
      </Field>
      <Text className="faint">
        The desk does not check who you are. Everyone who can open this page can sign in with any address.
      </Text>
      <Button type="submit" variant="primary">
        Sign in
      </Button>
    </Stack>
  )
}

function TokenForm({ submit }: Pick<WayProperties, 'submit'>) {
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit({ way: 'TOKEN', touchpoint: entered(event, 'touchpoint'), token: entered(event, 'token') })
  }
  return (
    <Stack as="form" onSubmit={send} paddingBlock="normal">
      <Field label="Touchpoint" name="touchpoint">
        <TextInput block name="touchpoint" autoComplete="off" />
      </Field>
      <Field label="Token" name="token" hint="Signing out revokes it.">
        <TextInput block name="token" type="password" autoComplete="off" />
      </Field>
      <Button type="submit">Sign in with the token</Button>
    </Stack>
  )
}

function entered({ currentTarget }: FormEvent<HTMLFormElement>, name: string): string {
  return String(new FormData(currentTarget).get(name)).trim()
}
