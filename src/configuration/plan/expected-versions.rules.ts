import { RequestError } from '../../errors.ts'
import { type Items, sections } from '../items/items.rules.ts'
import { placeText } from '../items/problems.rules.ts'
import type { StoredConfiguration } from '../stored/state.ts'

/** Throws PRECONDITION_FAILED for the first item that has another version than the caller saw. 0: it must not exist. */
export function checkVersions(items: Items, stored: StoredConfiguration): void {
  for (const section of sections) {
    for (const { path, key, members } of items[section]) {
      const { expectedVersion } = members
      const currentVersion = stored.items[section].get(key)?.version ?? 0
      if (expectedVersion == null || expectedVersion === currentVersion) continue
      const found =
        currentVersion === 0 ? 'does not exist' : `has version ${currentVersion}, which is not the expected version`
      throw new RequestError('PRECONDITION_FAILED', `${placeText(path)} ${found}. Nothing was written.`, {
        details: { path: path.map(String), currentVersion },
      })
    }
  }
}
