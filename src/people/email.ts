import { isValidPostgresText } from '../database/statements/valid-text.ts'

/** The key by which email addresses are compared and unique: the letters A to Z in lower case, and all else unchanged. */
export function emailKey(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** `emailKey` in SQL. With the collation "C", only the letters A to Z have a case. */
export const emailKeySql = (email: string) => `lower((${email}) collate "C")`

/** What the address of an erased person ends with. No such domain can exist. */
export const erasedDomain = '@erased.invalid'

export const isErased = (email: string | null | undefined) => email?.endsWith(erasedDomain) === true

const maximumLength = 254

/** Characters that nobody sees would make addresses of several persons look equal. The last one is Braille without dots. */
const hidden = '\\s\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800'
const containsHidden = new RegExp(`[${hidden}]`, 'u')
/** Only a message to the address could prove more. */
const address = new RegExp(`^(?=.{3,${maximumLength}}$)[^${hidden}@]+@[^${hidden}@]+$`, 'u')

/** The problem of a new email address, or null. Its length is counted in code points. */
export function emailProblem(email: string): string | null {
  if (address.test(email) && isValidPostgresText(email)) return null
  const without = containsHidden.test(email) ? ' without spaces and invisible characters,' : ''
  return `must be an email address${without} of at most ${maximumLength} characters`
}
