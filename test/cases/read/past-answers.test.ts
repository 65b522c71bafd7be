import { beforeAll, describe, expect, test } from 'vitest'
import { olga, paula } from '../../support/requests/credentials.ts'
import { databaseKind } from '../../support/database/database.ts'
import {
  type Comment,
  makeRandomChanges,
  type RandomChanges,
  readCase,
  type SeenCase,
  send,
} from '../../support/data/random-changes.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()
/** The embedded store has one connection, and takes several times as long. */
const steps = databaseKind === 'embedded' ? 30 : 100

let sent: RandomChanges['sent']
let seen: RandomChanges['seen']
let caseIds: RandomChanges['caseIds']
beforeAll(async () => {
  ;({ sent, seen, caseIds } = await makeRandomChanges(server, steps))
}, 120_000)

describe('after random changes', () => {
  test('there are enough different ones', () => {
    const kinds = new Set(sent.filter(({ body }) => body.includes('"case":{')).map(({ step }) => step.mutation))
    expect(kinds.size).toBeGreaterThan(databaseKind === 'embedded' ? 4 : 6)
    expect(seen.length).toBeGreaterThan(steps)
  })

  test('an operator sees every version as of its time as it was returned then', async () => {
    for (const { found } of seen.filter(({ caller }) => caller === olga)) {
      expect(await readCase(server.url, found.id, olga, found.updatedAt)).toEqual(found)
    }
  })

  test('a party sees the same, except for comments that were edited or removed later', async () => {
    const now = await commentsNow()
    const views = seen.filter(({ caller, found }) => caller === paula && now.has(found.id))
    expect(views.length).toBeGreaterThan(steps / 5)
    for (const { found } of views) {
      expect(await readCase(server.url, found.id, paula, found.updatedAt)).toEqual(withCommentsNow(found, now))
    }
  })

  test('every request of an operator that is sent again is answered byte for byte as it was first', async () => {
    for (const { step, body } of sent.filter(({ step }) => step.caller === olga)) {
      expect(await send(server.url, step)).toBe(body)
    }
  })

  test('a party gets the same answers again, except for comments that were edited or removed later', async () => {
    const now = await commentsNow()
    const repeated = sent.filter(({ step, body }) => step.caller === paula && now.has(caseOf(body)?.id ?? ''))
    expect(repeated.length).toBeGreaterThan(steps / 10)
    for (const { step, body } of repeated) {
      const first = caseOf(body)
      expect(caseOf(await send(server.url, step))).toEqual(first && withCommentsNow(first, now))
    }
  })
})

type Comments = Map<string, Map<string, Comment>>

function caseOf(body: string): SeenCase | null | undefined {
  return (JSON.parse(body) as { data: { result: { case?: SeenCase | null } | null } }).data.result?.case
}

/** The comments by case and ID that Paula sees, of cases whose comments fit on a page. */
async function commentsNow(): Promise<Comments> {
  const now: Comments = new Map()
  for (const id of caseIds) {
    const found = await readCase(server.url, id, paula)
    if (found && !found.comments.pageInfo.hasPreviousPage) {
      now.set(id, new Map(found.comments.nodes.map((comment) => [comment.id, comment])))
    }
  }
  return now
}

function withCommentsNow(found: SeenCase, now: Comments): SeenCase {
  const left = found.comments.nodes.flatMap(({ id, ...rest }) => {
    const comment = now.get(found.id)?.get(id)
    return comment ? [{ id, ...rest, text: comment.text, editedAt: comment.editedAt }] : []
  })
  return { ...found, comments: { ...found.comments, nodes: left, totalCount: left.length } }
}
