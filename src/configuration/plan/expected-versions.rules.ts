import { RequestError } from '../../errors/request-error.ts'
import { isKeyed, type Item, type Items } from '../items/items.rules.ts'
import { sections } from '../items/sections.ts'
import { placeText } from '../items/problems.rules.ts'
import type { ManagedConfiguration } from './managed-configuration.ts'

/** Throws PRECONDITION_FAILED for the first item that has another version than the caller saw. 0: it must not exist. */
export function checkVersions(items: Items, configuration: ManagedConfiguration): void {
  for (const section of sections) {
    for (const { path, key, members } of (items[section] as readonly Item[]).filter(isKeyed)) {
      const { expectedVersion } = members
      const currentVersion = configuration.get(section, key)?.version ?? 0
      if (expectedVersion == null || expectedVersion === currentVersion) continue
      const found =
        currentVersion === 0 ? 'does not exist' : `has version ${currentVersion}, which is not the expected version`
      throw new RequestError('PRECONDITION_FAILED', `${placeText(path)} ${found}. Nothing was written.`, {
        details: { path: path.map(String), currentVersion },
      })
    }
  }
}
