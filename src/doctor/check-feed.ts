import { statement } from '../database/statement.ts'
import { type CheckContext, type Checking, warning } from './check-result.ts'

/** Servers move events within a second. This many can be under way. */
const maximumWaiting = 1_000

const waiting = statement('select count(*)::int as number from case_outbox', { number: 'int' })

/** Finds events that no server moves into the feed. */
export async function* checkFeed({ database }: CheckContext): Checking {
  const [row] = await database.run(waiting)
  const { number } = row!
  if (number <= maximumWaiting) return
  const message = `${number} committed events wait to be moved into the feed, so that their readers do not get them.`
  yield warning('feed', message, 'Start a server, or look for "Events were not moved into the feed" in its log.')
}
