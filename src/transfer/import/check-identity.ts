import { hashToken } from '../../auth/viewer.ts'
import { emailKey } from '../../people/email.ts'
import { maximumSecrets } from '../../auth/touchpoint-secrets.ts'
import { commandName } from '../../command-name.ts'
import type { ImportFile } from '../format/import-format.ts'
import type { ImportErrors } from './import-errors.ts'
import { type PersonSection, personKinds, personSections } from './natural-keys.ts'
import type { StoredIdentity } from './stored-identity.ts'

/** Checks that no secret and no subject is used twice, and that touchpoints have at most two valid secrets. */
export function checkIdentity(file: ImportFile, stored: StoredIdentity, errors: ImportErrors): void {
  checkSecrets(file, stored, errors)
  for (const section of personSections) checkSubjects(section, file, stored, errors)
}

function checkSecrets({ touchpoints }: ImportFile, { secrets: storedSecrets }: StoredIdentity, errors: ImportErrors) {
  const firstPaths = new Map<string, string>()
  for (const [index, { code, secrets }] of touchpoints.items) {
    const path = `touchpoints[${index}].secrets`
    const valid = validHashes(code, storedSecrets)
    for (const [at, secret] of (secrets ?? []).entries()) {
      const hash = hashToken(secret)
      const first = firstPaths.get(secret)
      const stored = storedSecrets.get(hash)
      if (first !== undefined) errors.add(`${path}[${at}]`, `must not repeat ${first}`)
      else if (stored && stored.touchpointCode !== code)
        errors.add(`${path}[${at}]`, 'another touchpoint has this secret')
      else if (!stored?.revoked) valid.add(hash)
      firstPaths.set(secret, `${path}[${at}]`)
    }
    if (!secrets || valid.size <= maximumSecrets) continue
    const message = `the touchpoint would have ${valid.size} valid secrets, and can have ${maximumSecrets}`
    errors.add(path, `${message}; revoke one first with "${commandName} touchpoint secret revoke"`)
  }
}

function validHashes(code: string, secrets: StoredIdentity['secrets']): Set<string> {
  const valid = secrets.entries().filter(([, { touchpointCode, revoked }]) => touchpointCode === code && !revoked)
  return new Set(valid.map(([hash]) => hash))
}

function checkSubjects(section: PersonSection, file: ImportFile, { subjects }: StoredIdentity, errors: ImportErrors) {
  const firstPaths = new Map<string, string>()
  for (const [index, { email, subject }] of file[section].items) {
    if (subject == null) continue
    const path = `${section}[${index}].subject`
    const first = firstPaths.get(subject)
    const holder = subjects.get(`${personKinds[section]} ${subject}`)
    if (first !== undefined) errors.add(path, `must not repeat ${first}`)
    else if (holder !== undefined && holder !== emailKey(email)) errors.add(path, 'another person has this subject')
    firstPaths.set(subject, path)
  }
}
