import type { AuditedValue } from '../audit/audit-event.entity.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Problem } from '../errors.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import type { Impact } from './impact/impact.rules.ts'

/** What happened to an item of the input, or would happen. */
export interface ConfigurationChange {
  path: string[]
  kind: 'CREATED' | 'UPDATED' | 'UNCHANGED'
  /** After the change. */
  version: number
  changes: AuditedValue[]
  impact: Impact[]
}

export type ConfigureResult =
  | { problems: Problem<ConfigureErrorCode>[] }
  /** `revision` is that after the change. Null for a dry run. */
  | { viewer: Viewer; changes: ConfigurationChange[]; revision: string | null }
