import { useEffect } from 'react'

type Load = (options: { requestPolicy: 'network-only' }) => void

/** Loads what the page shows again when the window gets the focus. `load` is the function that useQuery returns. */
export function useReloadOnFocus(load: Load): void {
  useEffect(() => {
    const reload = () => load({ requestPolicy: 'network-only' })
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [load])
}
