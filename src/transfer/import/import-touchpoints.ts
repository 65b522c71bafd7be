import type { EntityManager } from '@mikro-orm/postgresql'
import { hashToken } from '../../auth/viewer.ts'
import { Touchpoint, TouchpointGrant } from '../../catalogue/touchpoint.entity.ts'
import type { Transaction } from '../../database/database.ts'
import { statement } from '../../database/statement.ts'
import type { ImportFile, Item } from '../format/import-format.ts'
import { importRows } from './import-rows.ts'
import type { StoredData } from './stored-data.ts'

/** Writes touchpoints, their grants and their secrets. Returns how many rows were inserted or updated. */
export async function importTouchpoints(
  transaction: Transaction,
  { touchpoints }: ImportFile,
  { keys }: StoredData,
): Promise<number> {
  const em: EntityManager = transaction.forkEntityManager()
  const items = [...touchpoints.items.values()]
  const grants = items.flatMap(({ code, typeCategories }) =>
    (typeCategories ?? []).map(({ typeCode, categoryCode, modifyCases }) => ({
      touchpoint: code,
      typeCategory: [typeCode, categoryCode] as [string, string],
      modifyCases: modifyCases ?? false,
    })),
  )
  const [stored = [], added = []] = [true, false].map((isStored) =>
    items.filter(({ code }) => keys.touchpoints.has(code) === isStored),
  )
  return (
    (await importRows(em, Touchpoint, added.map(newTouchpoint))) +
    (await importRows(em, Touchpoint, stored.map(sentMembers))) +
    (await importRows(em, TouchpointGrant, grants)) +
    (await importSecrets(transaction, items))
  )
}

function newTouchpoint({ code, name, allTypeCategories, logins, registers }: Item<'touchpoints'>) {
  // checkReferences requires the name.
  return {
    code,
    name: name ?? '',
    allTypeCategories: allTypeCategories ?? false,
    logins: logins ?? [],
    registers: registers ?? [],
  }
}

/** A stored touchpoint keeps the values of members that are absent. */
function sentMembers({ typeCategories: _grants, secrets: _secrets, ...members }: Item<'touchpoints'>) {
  const sent = Object.entries(members).filter(([, value]) => value != null)
  return Object.fromEntries(sent) as ReturnType<typeof newTouchpoint>
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

async function importSecrets(transaction: Transaction, items: readonly Item<'touchpoints'>[]): Promise<number> {
  const secrets = items.flatMap(({ code, secrets }) =>
    (secrets ?? []).map((secret) => ({ code, hash: hashToken(secret) })),
  )
  if (secrets.length === 0) return 0
  return (await transaction.run(insertSecrets, [JSON.stringify(secrets)])).length
}
