import type { FormEvent } from 'react'

/** Handles a form without leaving the page. `entered` reads an input by its name, without the white space around it. */
export function submitted(submit: (entered: (name: string) => string) => unknown) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void submit((name) => String(data.get(name) ?? '').trim())
  }
}
