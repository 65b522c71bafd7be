import { isValidPostgresText } from '../database/valid-text.ts'

/** The key by which email addresses are compared and unique: the letters A to Z in lower case, and all else unchanged. */
export function emailKey(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The same in SQL. The collation "C" knows no other letters. */
export const emailKeySql = (email: string) => `lower((${email}) collate "C")`

const maximumLength = 254

/** Something, an at sign and something, without white space and control characters. Only a message proves more. */
const address = new RegExp(`^(?=.{3,${maximumLength}}$)[^\\s\\p{Cc}@]+@[^\\s\\p{Cc}@]+$`, 'u')

/** What is wrong with an email address that is not stored yet, or null. Its length is counted in code points. */
export function emailProblem(email: string): string | null {
  return address.test(email) && isValidPostgresText(email)
    ? null
    : `must be an email address of at most ${maximumLength} characters`
}
