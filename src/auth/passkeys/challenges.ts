import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { removal } from '../../database/expired-rows.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'

/** How long a challenge can be answered, in seconds. */
export const challengeSeconds = 300

/** What recognises challenges: the key that all processes share, and the time of the database. */
export interface Recognition {
  /** In hexadecimal. */
  challengeKey: string
  now: Date
}

/** The columns of `Recognition`, with its select list from `challenge_key c`. */
export const recognitionColumns = { challengeKey: 'text', now: 'timestamptz' } as const
export const recognitionSelect = `encode(c.key, 'hex') as challenge_key, statement_timestamp() as now`

const recognition = statement(`select ${recognitionSelect} from challenge_key c`, recognitionColumns)

export async function loadRecognition(db: Queryable): Promise<Recognition> {
  return (await db.run(recognition))[0]!
}

/** The HMAC-SHA256 with the key that only this database has. */
export function hmac({ challengeKey }: Recognition, content: string | Buffer): Buffer {
  return createHmac('sha256', Buffer.from(challengeKey, 'hex')).update(content).digest()
}

const lengths = { random: 32, expiry: 8, mac: 32 }
const signedLength = lengths.random + lengths.expiry

/**
 * A new challenge for one purpose. It contains when it expires and proves that it comes from this database, so that nothing is
 * stored for callers of whom nothing is known.
 */
export function newChallenge(recognition: Recognition, purpose: string): Buffer {
  const expiry = Buffer.alloc(lengths.expiry)
  expiry.writeBigUInt64BE(BigInt(recognition.now.getTime() + challengeSeconds * 1000))
  const signed = Buffer.concat([randomBytes(lengths.random), expiry])
  return Buffer.concat([signed, macOf(recognition, purpose, signed)])
}

/** When a challenge in base64url expires. Null if it has expired, is not one of this database, or has another purpose. */
export function challengeExpiry(recognition: Recognition, purpose: string, challenge: string): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== signedLength + lengths.mac) return null
  const signed = bytes.subarray(0, signedLength)
  if (!timingSafeEqual(bytes.subarray(signedLength), macOf(recognition, purpose, signed))) return null
  const expiresAt = new Date(Number(signed.readBigUInt64BE(lengths.random)))
  return expiresAt > recognition.now ? expiresAt : null
}

function macOf(recognition: Recognition, purpose: string, signed: Buffer): Buffer {
  return hmac(recognition, Buffer.concat([Buffer.from(`challenge ${purpose}\n`), signed]))
}

const use = statement(
  `
insert into used_challenges (hash, expires_at) values (decode($1, 'hex'), $2::timestamptz)
on conflict do nothing
returning true as is_first`,
  { isFirst: 'boolean' },
)

/** An answered challenge. */
export interface Answered {
  /** In base64url. */
  challenge: string
  expiresAt: Date
}

/** Marks a challenge as used. False if it was used before. */
export async function useChallenge(db: Queryable, { challenge, expiresAt }: Answered): Promise<boolean> {
  const hashed = hash('sha256', Buffer.from(challenge, 'base64url'), 'hex')
  return (await db.run(use, [hashed, expiresAt])).length > 0
}

/** Removes challenges that can no longer be answered. */
export const expiredChallenges = removal('used_challenges', 'expires_at < statement_timestamp()', 'expires_at')
