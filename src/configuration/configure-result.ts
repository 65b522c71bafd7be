import type { AuditedValue } from '../audit/audit-event.entity.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Problem } from '../errors/problems.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import type { Impact } from './plan/impact.ts'

/** What happened to an item of the input, or would happen. */
export interface ConfigurationChange {
  path: string[]
  kind: 'CREATED' | 'UPDATED' | 'UNCHANGED'
  /** After the change. */
  version: number
  changes: AuditedValue[]
  impact: Impact[]
  /** The ID of the audit event that has the changes. Null if there is none. */
  event: number | null
}

export interface Configured {
  viewer: Viewer
  changes: ConfigurationChange[]
  /** After the change. Null for a dry run. */
  revision: string | null
}

export type ConfigureResult = { problems: Problem<ConfigureErrorCode>[] } | Configured
