import { type FormEvent, useState } from 'react'
import { demonstrationSessions } from './demonstration'
import { Field, FormProblems } from './field'
import { graphql } from './gql'
import { requestProblem, type ShownProblem } from './problems'
import { clientFor, type Session } from './session'

// No case has this number, so that a valid session gets null.
const CheckSession = graphql(`
  query CheckSession {
    case(id: "0") {
      id
    }
  }
`)

const otherSession = 'Another session'

export function SignIn({ onSession }: { onSession: (session: Session) => void }) {
  const [chosen, setChosen] = useState(Object.keys(demonstrationSessions)[0] ?? otherSession)
  const [problems, setProblems] = useState<ShownProblem[]>([])

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const session = demonstrationSessions[chosen] ?? enteredSession(new FormData(event.currentTarget))
    const { error } = await clientFor(session).query(CheckSession, {})
    if (error) setProblems([requestProblem(error)])
    else onSession(session)
  }

  return (
    <form onSubmit={signIn} className="card" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in</h2>
      <FormProblems problems={problems} inputs={[]} />
      <Field name="session" label="Session" problems={[]}>
        {(attributes) => (
          <select {...attributes} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {[...Object.keys(demonstrationSessions), otherSession].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      {chosen === otherSession && (
        <>
          <Field name="touchpoint" label="Touchpoint" problems={[]}>
            {(attributes) => <input {...attributes} required autoComplete="off" />}
          </Field>
          <Field name="token" label="Token" problems={[]}>
            {(attributes) => <input {...attributes} type="password" required autoComplete="off" />}
          </Field>
          <Field name="login" label="Logged in as" problems={[]}>
            {(attributes) => (
              <select {...attributes}>
                <option value="OPERATOR">Operator</option>
                <option value="PARTY">Party</option>
              </select>
            )}
          </Field>
        </>
      )}
      <button type="submit">Sign in</button>
    </form>
  )
}

function enteredSession(form: FormData): Session {
  const login = form.get('login') === 'PARTY' ? 'PARTY' : 'OPERATOR'
  return { touchpoint: String(form.get('touchpoint')), token: String(form.get('token')), login }
}
