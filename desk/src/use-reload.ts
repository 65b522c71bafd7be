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

const minuteMs = 60_000

/** Loads what the page shows again when the window gets the focus, and every minute unless the page is hidden. */
export function useReloadEveryMinute(load: Load): void {
  useReloadOnFocus(load)
  useEffect(() => {
    const timer = setInterval(() => document.hidden || load({ requestPolicy: 'network-only' }), minuteMs)
    return () => clearInterval(timer)
  }, [load])
}
