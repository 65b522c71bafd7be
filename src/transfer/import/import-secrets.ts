import { lockTouchpoints, maximumSecrets } from '../../auth/touchpoint-secrets/touchpoint-secrets.ts'
import { hashToken } from '../../auth/viewer.ts'
import { commandName } from '../../settings/command-name.ts'
import type { Transaction } from '../../database/database.ts'
import { statement } from '../../database/statement.ts'
import type { Path } from '../../configuration/items/items.rules.ts'
import type { Problems } from '../../configuration/items/problems.rules.ts'
import { addRepeated } from '../../configuration/plan/references.rules.ts'
import type { Item } from '../format/import-format.ts'

/** The touchpoints of the file that are imported, by their index. */
type Touchpoints = ReadonlyMap<number, Item<'touchpoints'>>

/** By the SHA-256 in hexadecimal: the secrets of the touchpoints of the file, and those that the file has. */
type StoredSecrets = ReadonlyMap<string, { touchpointCode: string; revoked: boolean }>

const storedSecrets = statement(
  `
  select encode(secret_hash, 'hex') as hash, touchpoint_code, revoked_at is not null as revoked
  from touchpoint_secrets
  where touchpoint_code = any($1::text[])
    or secret_hash = any(array(select decode(hash, 'hex') from unnest($2::text[]) hash))`,
  { hash: 'text', touchpointCode: 'text', revoked: 'boolean' },
)

/** Checks that no secret is used twice, and that touchpoints have at most two valid ones. Locks the touchpoints with secrets. */
export async function checkSecrets(transaction: Transaction, touchpoints: Touchpoints, problems: Problems) {
  const stored = await loadSecrets(transaction, touchpoints)
  const firstPaths = new Map<string, Path>()
  for (const [index, { code, secrets }] of touchpoints) {
    const path = ['touchpoints', index, 'secrets']
    const valid = validHashes(code, stored)
    for (const [at, secret] of (secrets ?? []).entries()) {
      const hash = hashToken(secret)
      const first = firstPaths.get(secret)
      const found = stored.get(hash)
      if (first !== undefined) addRepeated(problems, [...path, at], first)
      else if (found && found.touchpointCode !== code) {
        problems.add('invalidValue', [...path, at], 'another touchpoint has this secret')
      } else if (!found?.revoked) valid.add(hash)
      firstPaths.set(secret, [...path, at])
    }
    if (!secrets || valid.size <= maximumSecrets) continue
    const message = `the touchpoint would have ${valid.size} valid secrets, and can have ${maximumSecrets}`
    problems.add('invalidValue', path, `${message}; revoke one first with "${commandName} touchpoint secret revoke"`)
  }
}

async function loadSecrets(transaction: Transaction, touchpoints: Touchpoints): Promise<StoredSecrets> {
  const withSecrets = [...touchpoints.values()].filter(({ secrets }) => secrets?.length)
  if (withSecrets.length === 0) return new Map()
  const codes = withSecrets.map(({ code }) => code)
  await lockTouchpoints(transaction, codes)
  const hashes = withSecrets.flatMap(({ secrets }) => secrets!.map(hashToken))
  const rows = await transaction.run(storedSecrets, [codes, hashes])
  return new Map(rows.map(({ hash, ...secret }) => [hash, secret]))
}

function validHashes(code: string, secrets: StoredSecrets): Set<string> {
  const valid = secrets.entries().filter(([, { touchpointCode, revoked }]) => touchpointCode === code && !revoked)
  return new Set(valid.map(([hash]) => hash))
}

// A revoked secret stays revoked.
const insertSecrets = statement(
  `
  insert into touchpoint_secrets (touchpoint_code, secret_hash)
  select s.code, decode(s.hash, 'hex')
  from jsonb_to_recordset($1::jsonb) as s (code text, hash text)
  on conflict (secret_hash) do nothing
  returning id`,
  { id: 'uuid' },
  { writes: true },
)

/** Returns how many were inserted. Secrets in a file are for demonstrations. */
export async function importSecrets(transaction: Transaction, touchpoints: Touchpoints): Promise<number> {
  const secrets = [...touchpoints.values()].flatMap(({ code, secrets }) =>
    (secrets ?? []).map((secret) => ({ code, hash: hashToken(secret) })),
  )
  if (secrets.length === 0) return 0
  return (await transaction.run(insertSecrets, [JSON.stringify(secrets)])).length
}
