import { Button, LinkButton } from '../../ui/elements/button'
import { TextInput } from '../../ui/elements/inputs'
import { Stack } from '../../ui/elements/stack'
import { useEffect, useState } from 'react'
import { Field } from '../../ui/form/inputs/field'
import { ProblemList } from '../../ui/form/problems/problem-list'
import { submitted } from '../../ui/form/inputs/submit'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { loginNames } from '../../ui/words/names'
import { PasskeyButton } from './passkey-button'
import { refreshSession } from '../../session/current-session'
import { type SignInRequest, signIn, type Way } from '../../session/session'
import { refusalInUrl, removeRefusal, signInProblem } from './problems'

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
        <h1 className="heading small">Casegate desk</h1>
        <h2 className="heading">Sign in</h2>
        <ProblemList problems={problems} />
        {ways.some(({ way }) => way === 'DEMONSTRATION') && (
          <p className="faint">This server contains demonstration data. You do not need a password.</p>
        )}
        {ways.map((way, index) => (
          <WayToSignIn
            key={'login' in way ? way.login : way.way}
            way={way}
            variant={index === 0 ? 'primary' : 'default'}
            isOnly={ways.length === 1}
            submit={submit}
            setProblems={setProblems}
          />
        ))}
      </Stack>
    </main>
  )
}

interface WayProperties {
  way: Way
  /** Of its button. The first way is the primary one. */
  variant: 'primary' | 'default'
  isOnly: boolean
  submit: (request: SignInRequest) => Promise<void>
  setProblems: (problems: ShownProblem[]) => void
}

function WayToSignIn({ way, variant, isOnly, submit, setProblems }: WayProperties) {
  switch (way.way) {
    case 'DEMONSTRATION': {
      const { login, firstname } = way
      return (
        <Button block variant={variant} onClick={() => submit({ way: 'DEMONSTRATION', login })}>
          {`Sign in as ${firstname}, ${loginNames[login].toLowerCase()}`}
        </Button>
      )
    }
    case 'ISSUER':
      return (
        <LinkButton
          block
          variant={variant}
          href={`/desk/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`}
        >
          Sign in with your organisation
        </LinkButton>
      )
    case 'PASSKEY':
      return <PasskeyButton url={way.url} variant={variant} setProblems={setProblems} />
    case 'PROXY':
      return (
        <Button block variant={variant} onClick={() => submit({ way: 'PROXY' })}>
          {`Sign in as ${way.email}`}
        </Button>
      )
    case 'EMAIL':
      return <EmailForm variant={variant} submit={submit} />
    case 'TOKEN':
      return (
        <details open={isOnly}>
          <summary>Sign in with a session token</summary>
          <TokenForm variant={variant} submit={submit} />
        </details>
      )
  }
}

function EmailForm({ variant, submit }: Pick<WayProperties, 'variant' | 'submit'>) {
  const send = submitted((entered) => submit({ way: 'EMAIL', email: entered('email') }))
  return (
    <Stack as="form" onSubmit={send}>
      <Field label="Email address" name="email">
        <TextInput block name="email" type="email" autoComplete="username" />
      </Field>
      <p className="faint">
        The desk does not check who you are. Anyone who can open this page can sign in with any address.
      </p>
      <Button block type="submit" variant={variant}>
        Sign in
      </Button>
    </Stack>
  )
}

function TokenForm({ variant, submit }: Pick<WayProperties, 'variant' | 'submit'>) {
  const send = submitted((entered) =>
    submit({ way: 'TOKEN', touchpoint: entered('touchpoint'), token: entered('token') }),
  )
  return (
    <Stack as="form" onSubmit={send} className="padded">
      <Field label="Touchpoint" name="touchpoint">
        <TextInput block name="touchpoint" autoComplete="off" />
      </Field>
      <Field label="Token" name="token" hint="Signing out revokes it.">
        <TextInput block name="token" type="password" autoComplete="off" />
      </Field>
      <Button block type="submit" variant={variant}>
        Sign in with the token
      </Button>
    </Stack>
  )
}
