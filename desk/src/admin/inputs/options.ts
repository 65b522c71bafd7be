import { type Login, loginNames } from '../words/words'

/** The active types, for lists of check boxes. */
export function typeOptions(types: readonly { code: string; name: string; active: boolean }[]) {
  return types.filter(({ active }) => active).map(({ code, name }) => ({ value: code, label: name }))
}

export const logins = Object.keys(loginNames) as Login[]
