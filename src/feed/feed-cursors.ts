import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { hmac, loadRecognition } from '../auth/passkeys/challenges.ts'
import { columns } from '../database/statements/columns.ts'
import { selectList } from '../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { invalidInput } from '../errors/request-error.ts'
import { cursorExpired, type FeedPosition, feedStart, positionColumns } from './feed-cursor.ts'

type Keys = Record<'mac' | 'cipher', Buffer>

const latestRow = statement(
  `
select ${selectList('f', positionColumns)}, e.at
from (select * from case_feed order by position desc limit 1) f
left join case_events e on e.case_id = f.case_id and e.version = f.version`,
  columns({ ...positionColumns, at: 'timestamptz | null' }),
)

const lengths = { mac: 16, content: 28 }
const cursorLength = lengths.mac + lengths.content

/**
 * Cursors are positions that only this database can read and make. Case, version and time prove later that the row is still the same: a
 * database that has lost transactions can give a position to the same version of the same case again, but not to an event of the same time.
 */
export class FeedCursors {
  readonly #db: Queryable
  #keys: Keys | undefined

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Loads the keys, once. They are derived from the one that the database keeps. */
  async load(): Promise<this> {
    if (this.#keys) return this
    const recognition = await loadRecognition(this.#db)
    const keyFor = (purpose: string) => hmac(recognition, `cursor ${purpose}`)
    this.#keys = { mac: keyFor('mac'), cipher: keyFor('cipher') }
    return this
  }

  /** The cursor of a position, the same one each time. The keys must have been loaded. */
  format(position: FeedPosition): string {
    return sealed(position, this.#keys!)
  }

  /**
   * The position that `after` names: that of a cursor, or of the latest event for "latest". Null without it: before the oldest event
   * that is kept. Throws BAD_USER_INPUT if it is no cursor, and CURSOR_EXPIRED if another database or an earlier version made it.
   */
  async positionAfter(after: string | null | undefined, db = this.#db): Promise<FeedPosition | null> {
    await this.load()
    if (after == null) return null
    if (after === 'latest') {
      const [{ at = null, ...position } = feedStart] = await db.run(latestRow)
      return { ...position, ...(at && { at }) }
    }
    const bytes = Buffer.from(after, 'base64url')
    const isCursor = bytes.length === cursorLength && bytes.toString('base64url') === after
    const position = isCursor ? opened(bytes, this.#keys!) : null
    if (position) return position
    if (isCursor || readableCursor(after)) throw cursorExpired()
    const message = 'after must be a cursor returned by the event feed, or "latest".'
    throw invalidInput([{ message, path: ['after'] }])
  }
}

/** The MAC of the content is also the initial vector of its encryption, so that equal positions have equal cursors. */
function sealed({ position, caseId, version, at }: FeedPosition, { mac, cipher }: Keys): string {
  const content = Buffer.alloc(lengths.content)
  content.writeBigUInt64BE(BigInt(position), 0)
  content.writeBigUInt64BE(BigInt(caseId), 8)
  content.writeUInt32BE(version, 16)
  content.writeDoubleBE(at ? at.getTime() : NaN, 20)
  const tag = macOf(content, mac)
  return Buffer.concat([tag, createCipheriv('aes-256-ctr', cipher, tag).update(content)]).toString('base64url')
}

function opened(bytes: Buffer, { mac, cipher }: Keys): FeedPosition | null {
  const tag = bytes.subarray(0, lengths.mac)
  const content = createDecipheriv('aes-256-ctr', cipher, tag).update(bytes.subarray(lengths.mac))
  if (!timingSafeEqual(tag, macOf(content, mac))) return null
  const [position, caseId] = [Number(content.readBigUInt64BE(0)), Number(content.readBigUInt64BE(8))]
  const time = content.readDoubleBE(20)
  const at = Number.isNaN(time) ? {} : { at: new Date(time) }
  return { position, caseId, version: content.readUInt32BE(16), ...at }
}

function macOf(content: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, lengths.mac)
}

const readable = /^(\d{1,16}):(\d{1,16}):(\d{1,16})(?::(\d{1,16}))?$/

/** The position of a cursor in the form before encryption, which anybody can make. Null if it is none. */
export function readableCursor(text: string): FeedPosition | null {
  const [found, ...parts] = readable.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (found === undefined) return null
  const [position, caseId, version] = parts.map(Number) as [number, number, number]
  return { position, caseId, version, ...(parts[3] !== undefined && { at: new Date(Number(parts[3])) }) }
}
