import { useRef } from 'react'

/** A function that does nothing while it runs: a second click or key in that time was meant for the same. */
export function useSingle<Parameters extends unknown[], Result>(
  run: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result | undefined> {
  const isRunning = useRef(false)
  return async (...parameters) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    try {
      return await run(...parameters)
    } finally {
      isRunning.current = false
    }
  }
}
