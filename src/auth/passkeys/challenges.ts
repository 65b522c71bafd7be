import { createHmac, hash, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { removal } from '../../database/expired-rows.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'

const algorithm = 'HS256'

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
export function hmac({ challengeKey }: Recognition, content: string): Buffer {
  return createHmac('sha256', Buffer.from(challengeKey, 'hex')).update(content).digest()
}

/**
 * A new challenge for one purpose: a JWT that only this database can have signed and that says when it expires, so that nothing is
 * stored for callers of whom nothing is known.
 */
export function newChallenge({ challengeKey, now }: Recognition, purpose: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setAudience(purpose)
    .setJti(randomUUID())
    .setExpirationTime(new Date(now.getTime() + challengeSeconds * 1000))
    .sign(Buffer.from(challengeKey, 'hex'))
}

/** A challenge that was answered. */
export interface Answered {
  /** As the browser has sent it: in base64url. */
  challenge: string
  id: string
  expiresAt: Date
}

/** Reads a challenge as it was sent. Throws if it has expired, is not one of this database, or has another purpose. */
export async function readChallenge(
  { challengeKey, now }: Recognition,
  purpose: string,
  challenge: string,
): Promise<Answered> {
  const { payload } = await jwtVerify<{ jti: string; exp: number }>(
    Buffer.from(challenge, 'base64url'),
    Buffer.from(challengeKey, 'hex'),
    { algorithms: [algorithm], audience: purpose, currentDate: now, requiredClaims: ['jti', 'exp'] },
  )
  return { challenge, id: payload.jti, expiresAt: new Date(payload.exp * 1000) }
}

const use = statement(
  `
insert into used_challenges (hash, expires_at) values (decode($1, 'hex'), $2::timestamptz)
on conflict do nothing
returning true as is_first`,
  { isFirst: 'boolean' },
)

/** Marks a challenge as used. False if it was used before. */
export async function useChallenge(db: Queryable, { id, expiresAt }: Answered): Promise<boolean> {
  return (await db.run(use, [hash('sha256', id), expiresAt])).length > 0
}

/** Removes challenges that can no longer be answered. */
export const expiredChallenges = removal('used_challenges', 'expires_at < statement_timestamp()', 'expires_at')
