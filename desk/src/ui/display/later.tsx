import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Skeleton } from './skeleton'

const retryMs = 5_000

/**
 * A part of the desk whose code is loaded when it is shown, or before that by `preload`. If the code cannot be loaded, it is tried again
 * as long as somebody waits.
 */
export function later<Properties extends object>(load: () => Promise<ComponentType<Properties>>, { rows = 8 } = {}) {
  let loaded: ComponentType<Properties> | undefined

  async function preload(): Promise<ComponentType<Properties>> {
    try {
      loaded ??= await load()
      return loaded
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs))
      return preload()
    }
  }
  const Waiting = lazy(async () => ({ default: await preload() }))

  function Later(properties: Properties) {
    // What is loaded is shown at once. React would show the fallback for a moment.
    const [Shown] = useState<ComponentType<Properties>>(() => loaded ?? Waiting)
    return (
      <Suspense fallback={<Skeleton rows={rows} />}>
        <Shown {...properties} />
      </Suspense>
    )
  }
  return Object.assign(Later, { preload })
}
