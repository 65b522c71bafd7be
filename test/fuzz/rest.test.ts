import { expect, test } from 'vitest'
import { useServer } from '../support/server/server.ts'
import { acceptedComments, assertRestAnswer } from '../support/fuzz/rest-answers.ts'
import { restRequests } from '../support/fuzz/rest-requests.ts'
import { numberOfRequests, sendRandom, timeoutOf } from '../support/fuzz/send-random.ts'
import { lostTexts, storedComments } from '../support/fuzz/stored.ts'

const server = useServer()

// A stream has no end.
const requests = restRequests.filter(
  ({ target, headers }) => !target.includes('/events') || !headers.some(([, value]) => value.includes('event-stream')),
)
const numRuns = numberOfRequests(300, 400, 2_000)

test(
  'every response of the REST API conforms to its description, regardless of the request',
  async () => {
    const comments = await storedComments(server.database)
    const statuses = new Set<number>()
    await sendRandom(server, {
      requests,
      numRuns,
      seed: 6,
      check: assertRestAnswer,
      answered(request, answer) {
        if (!answer) return
        statuses.add(answer.status)
        comments.push(...acceptedComments(request, answer))
      },
    })
    // The requests are diverse enough to reach every outcome.
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 404, 405, 413, 415]))
    const stored = await storedComments(server.database)
    expect(lostTexts(stored, comments)).toEqual([])
    expect(lostTexts(comments, stored)).toEqual([])
  },
  timeoutOf(numRuns),
)
