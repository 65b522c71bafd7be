import { useEffect, useEffectEvent } from 'react'

/** Calls the function for each event of the window while the component is shown. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handle: (event: WindowEventMap[Name]) => void,
): void {
  const act = useEffectEvent(handle)
  useEffect(() => {
    const own = (event: WindowEventMap[Name]) => act(event)
    window.addEventListener(name, own)
    return () => window.removeEventListener(name, own)
  }, [name])
}
