import { hasAtMost, isValidPostgresText } from '../database/statements/valid-text.ts'

const maximumFirstnameLength = 200

/** What is wrong with the trimmed first name of a new person, or null. Its length is counted in code points. */
export function firstnameProblem(firstname: string): string | null {
  if (!isValidPostgresText(firstname)) return 'must not contain NUL characters or lone surrogates'
  return firstname === '' || !hasAtMost(maximumFirstnameLength, firstname)
    ? `must have 1 to ${maximumFirstnameLength} characters, not counting leading and trailing white space`
    : null
}
