import type { Caller } from './auth/viewer.ts'
import type { ViewerLoader } from './auth/viewer-loader.ts'
import type { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { CaseLoader } from './cases/case-loader.ts'
import type { CasePages } from './cases/case-pages.ts'
import type { CaseQueue } from './cases/case-queue.ts'
import type { ChangeWriter } from './cases/write-change.ts'
import type { Database } from './database/database.ts'
import type { RequestTelemetry } from './observability/telemetry.ts'

/** What lives as long as the process. */
export interface Services {
  database: Database
  catalogue: CatalogueStore
  caseLoader: CaseLoader
  casePages: CasePages
  caseQueue: CaseQueue
  changeWriter: ChangeWriter
  viewers: ViewerLoader
}

/** What an operation gets besides its input, over either face. */
export interface RequestContext extends Services, Caller {
  requestId: string
  telemetry: RequestTelemetry
  /** Whether the variables are so many that what is said of wrong ones could be long. */
  hasManyVariables?: boolean
}
