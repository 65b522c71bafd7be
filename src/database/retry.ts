import { InternalError } from '../errors/internal-error.ts'
import { isConflict } from './unavailable.ts'

/** Another request came first. Nothing was written: what this one was decided on may have changed. */
export class LostRace extends InternalError {}

/** A race is lost only to a request that is done, so more lost races than this are a defect. */
const maximumLostRaces = 100
const maximumConflicts = 5

/**
 * Repeats the attempt if it lost a race, or if PostgreSQL rolled it back because of a concurrent transaction. Attempts are
 * counted from 1.
 */
export async function retry<Result>(attempt: (count: number) => Promise<Result>): Promise<Result> {
  let conflicts = 0
  for (let count = 1; ; count++) {
    try {
      return await attempt(count)
    } catch (error) {
      const isRepeated =
        error instanceof LostRace ? count < maximumLostRaces : isConflict(error) && ++conflicts < maximumConflicts
      if (!isRepeated) throw error
    }
  }
}

/** For an attempt that something else can be tried after. */
export function nullIfLost(error: unknown): null {
  if (error instanceof LostRace) return null
  throw error
}
