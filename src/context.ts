import type { Logger } from 'pino'
import type { SessionWrites } from './auth/session-writes.ts'
import type { ViewerLoader } from './auth/viewer-loader.ts'
import type { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { CaseLoader } from './cases/case-loader.ts'
import type { CaseRelations } from './cases/access/case-relations.ts'
import type { CaseQueue } from './cases/change/case-queue.ts'
import type { CommentEdits } from './cases/comments/comment-edits.ts'
import type { CommentRow } from './cases/comments/comment-pages.ts'
import type { EventRow } from './cases/history/event-pages.ts'
import type { IdempotencyStore } from './cases/change/idempotency.ts'
import type { PageLoader } from './cases/paging/page-loader.ts'
import type { PastCases } from './cases/read/past-cases.ts'
import type { CommentFactsLoader } from './cases/comments/comment-facts.ts'
import type { ListScopeLoader } from './cases/list/list-scope.ts'
import type { TakeNextFactsLoader } from './cases/take-next/take-next-facts.ts'
import type { CreateFactsLoader } from './cases/create/create-facts.ts'
import type { CaseCreator } from './cases/create/write-new-case.ts'
import type { ChangeWriter } from './cases/change/write-change.ts'
import type { FirstnameLoader } from './people/firstname-loader.ts'
import type { PersonIdLoader } from './people/person-id-loader.ts'
import type { OperatorGroup, Person } from './people/people.ts'
import type { PeoplePages } from './people/people-pages.ts'
import type { Database } from './database/database.ts'
import type { FairQueue } from './database/fair-queue.ts'
import type { Replicas } from './database/replicas/replicas.ts'
import type { RequestTelemetry } from './observability/telemetry.ts'
import type { BudgetOwner } from './response-memory/response-budget.ts'
import type { ResponseMemory } from './response-memory/response-memory.ts'

/** Services that live as long as the process. */
export interface Services {
  log: Logger
  database: Database
  catalogue: CatalogueStore
  viewerLoader: ViewerLoader
  caseLoader: CaseLoader
  commentLoader: PageLoader<CommentRow>
  commentEdits: CommentEdits
  eventLoader: PageLoader<EventRow>
  filteredEventLoader: PageLoader<EventRow>
  firstnameLoader: FirstnameLoader
  personIdLoader: PersonIdLoader
  operatorPages: PeoplePages<Person>
  groupPages: PeoplePages<OperatorGroup>
  caseRelations: CaseRelations
  caseQueue: CaseQueue
  changeWriter: ChangeWriter
  responseMemory: ResponseMemory
  commentFacts: CommentFactsLoader
  createFacts: CreateFactsLoader
  takeNextFacts: TakeNextFactsLoader
  listScopes: ListScopeLoader
  listQueue: FairQueue
  caseCreator: CaseCreator
  /** The cases that takeNextCase is assigning, so that concurrent requests do not all try the oldest one. */
  casesBeingTaken: Set<number>
  idempotency: IdempotencyStore
  pastCases: PastCases
  /** Absent if there are no replicas. */
  replicas: Replicas | undefined
  sessionWrites: SessionWrites | undefined
}

/** The context of an operation, the same for GraphQL and REST. */
export interface RequestContext extends Services, BudgetOwner {
  requestId: string
  telemetry: RequestTelemetry
  /** Whether the variables are so long that error messages about them must be shortened. */
  hasManyVariables?: boolean
}
