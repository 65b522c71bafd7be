import { statement } from '../../database/statement.ts'
import type { CheckContext, CheckResult } from '../check-result.ts'

const ping = statement('select 1 as answer', { answer: 'int' })

export async function checkConnection({ database }: CheckContext): Promise<CheckResult[]> {
  await database.run(ping)
  return []
}
