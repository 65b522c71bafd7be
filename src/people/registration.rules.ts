import { isValidPostgresText } from '../database/valid-text.ts'

export const maximumFirstnameLength = 200

/** RFC 5321 limits an address to 254 bytes. */
const maximumEmailBytes = 254

/** Something, an at sign and something, without white space and control characters. Only a message proves more. */
const plausibleEmail = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u

/** What is wrong with the email address of a new person, or null. */
export function emailProblem(email: string): string | null {
  const isPlausible = plausibleEmail.test(email) && isValidPostgresText(email)
  return isPlausible && Buffer.byteLength(email) <= maximumEmailBytes
    ? null
    : `must be an email address of at most ${maximumEmailBytes} characters`
}

/** What is wrong with the trimmed first name of a new person, or null. Its length is counted in code points. */
export function firstnameProblem(firstname: string): string | null {
  if (!isValidPostgresText(firstname)) return 'must not contain NUL characters or lone surrogates'
  const isTooLong = firstname.length > maximumFirstnameLength && [...firstname].length > maximumFirstnameLength
  return firstname === '' || isTooLong
    ? `must have 1 to ${maximumFirstnameLength} characters, not counting leading and trailing white space`
    : null
}
