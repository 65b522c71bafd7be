import { lazy, Suspense } from 'react'
import { Skeleton } from '../display/skeleton'

const OwnPasskeysPage = lazy(async () => ({ default: (await import('./own-passkeys-page')).OwnPasskeysPage }))

/** The page about how the person signs in, which is loaded when it is opened. */
export function OwnPasskeys() {
  return (
    <Suspense fallback={<Skeleton rows={4} />}>
      <OwnPasskeysPage />
    </Suspense>
  )
}
