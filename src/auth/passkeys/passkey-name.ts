import { hasAtMost, isValidPostgresText } from '../../database/statements/valid-text.ts'

const maximumLength = 100

/** What is wrong with the trimmed name of a passkey, or null. Its length is counted in code points. */
export function nameProblem(name: string): string | null {
  const isValid = name !== '' && hasAtMost(maximumLength, name) && isValidPostgresText(name) && !/\p{Cc}/u.test(name)
  return isValid ? null : `must have 1 to ${maximumLength} characters without control characters`
}

/** How common authenticators call themselves, by their AAGUID. */
const authenticators: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
}

/** The name of a new passkey: that of its authenticator, else what the browser calls itself. */
export function newName(aaguid: string, suggested: string | undefined): string {
  const name = suggested?.trim() ?? ''
  return authenticators[aaguid] ?? (nameProblem(name) === null ? name : 'Passkey')
}
