import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '../../src/database/statements/statement.ts'
import { type Caller, credentialsOf } from '../request.ts'

/** An event as a reader of the stream got it. */
export interface Followed {
  cursor: string
  /** "<case>:<version>" */
  event: string
  /** In milliseconds since 1970. */
  at: number
}

/** Lets the first operator handle every type, and so see every event. */
export const seeEverything = statement(
  'insert into operator_types select 1, code from case_types on conflict do nothing',
)

interface FollowOptions {
  /** The current port of the server. */
  port(): number
  caller: Caller
  /** Where to begin, and which events: further parameters of the query. */
  query: string
  signal: AbortSignal
}

/** Follows the stream of events, and continues after its last cursor when the server has gone. Throws if the cursor has expired. */
export async function follow(followed: Followed[], { port, caller, query, signal }: FollowOptions): Promise<void> {
  let lastId: string | undefined
  while (!signal.aborted) {
    const headers = {
      ...credentialsOf(caller),
      Accept: 'text/event-stream',
      ...(lastId && { 'Last-Event-ID': lastId }),
    }
    try {
      const response = await fetch(`http://127.0.0.1:${port()}/api/v4/events?${query}`, { headers, signal })
      if (response.status === 410) throw new Expired(`The cursor ${lastId} has expired.`)
      if (response.status !== 200) throw new Error(`${response.status}`)
      let rest = ''
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const frames = (rest + chunk).split('\n\n')
        rest = frames.pop()!
        for (const frame of frames) {
          lastId = /^id: (.*)$/m.exec(frame)?.[1] ?? lastId
          const id = /^data: \{"id":"event:(\d+:\d+)"/m.exec(frame)?.[1]
          if (id !== undefined) followed.push({ cursor: lastId!, event: id, at: now() })
        }
      }
    } catch (error) {
      if (error instanceof Expired) throw error
    }
    await sleep(50)
  }
}

class Expired extends Error {}

/** The milliseconds since 1970 with fractions. */
export const now = () => performance.timeOrigin + performance.now()
