import { type FormEvent, useRef } from 'react'

/** Handles a form without leaving the page. `entered` reads an input by its name, without the white space around it. */
export function submitted(submit: (entered: (name: string) => string) => unknown) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void submit((name) => String(data.get(name) ?? '').trim())
  }
}

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
