import { type FormEvent, useState } from 'react'
import { demonstrationSessions } from './demonstration'
import { Field, FormProblems } from './field'
import { graphql } from './gql'
import { requestProblem, type ShownProblem } from './problems'
import { clientFor, type Session } from './session'

// Whoever is let in gets null: no case has this number.
const CheckSession = graphql(`
  query CheckSession {
    case(id: "0") {
      id
    }
  }
`)

const another = 'Another session'

export function SignIn({ onSession }: { onSession: (session: Session) => void }) {
  const [chosen, choose] = useState(Object.keys(demonstrationSessions)[0] ?? another)
  const [problems, setProblems] = useState<ShownProblem[]>([])

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const session = demonstrationSessions[chosen] ?? typedIn(new FormData(event.currentTarget))
    const { error } = await clientFor(session).query(CheckSession, {})
    if (error) setProblems([requestProblem(error)])
    else onSession(session)
  }

  return (
    <form onSubmit={signIn} className="card" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in</h2>
      <FormProblems problems={problems} places={[]} />
      <Field name="session" label="Session" problems={[]}>
        {(attributes) => (
          <select {...attributes} value={chosen} onChange={({ target }) => choose(target.value)}>
            {[...Object.keys(demonstrationSessions), another].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      {chosen === another && (
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

function typedIn(form: FormData): Session {
  const login = form.get('login') === 'PARTY' ? 'PARTY' : 'OPERATOR'
  return { touchpoint: String(form.get('touchpoint')), token: String(form.get('token')), login }
}
