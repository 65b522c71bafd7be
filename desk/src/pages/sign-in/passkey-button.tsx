import { Button } from '../../ui/elements/button'
import { useState } from 'react'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { refreshSession } from '../../session/current-session'
import { passkeyProblem } from './problems'
import { NoPasskeys, whyNoPasskeys } from './passkey-support'

interface Properties {
  url: string
  variant: 'primary' | 'default'
  setProblems: (problems: ShownProblem[]) => void
}

/** Signs in with one click and no name, or tells why that is not possible here. */
export function PasskeyButton({ url, variant, setProblems }: Properties) {
  const [isBusy, setBusy] = useState(false)
  const why = whyNoPasskeys(url)
  if (why) return <NoPasskeys why={why} />

  async function signIn() {
    setProblems([])
    setBusy(true)
    try {
      const { signInWithPasskey } = await import('./passkeys')
      await signInWithPasskey()
    } catch (error) {
      return setProblems([passkeyProblem(error)])
    } finally {
      setBusy(false)
    }
    await refreshSession()
  }
  return (
    <Button block variant={variant} loading={isBusy} onClick={signIn}>
      Sign in with a passkey
    </Button>
  )
}
