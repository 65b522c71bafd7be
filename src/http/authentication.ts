import type { IncomingMessage } from 'node:http'
import type { AuthenticatedContext, RequestContext, Services } from '../context.ts'

export type Viewer = AuthenticatedContext['viewer']

/** The query parameters that can have credentials. */
export const credentialParameters = ['touchpoint', 'token']

/** What a request says about its caller. */
export type Claimed = Pick<RequestContext, 'credentials' | 'hasBearer' | 'secret'>

/** The way from the credentials of a request to its viewer. `app.ts` takes it from auth/. */
export interface Authentication {
  readCaller(request: IncomingMessage, query: URLSearchParams, issuer: Services['issuer']): Claimed
  /** Throws UNAUTHENTICATED if the request has no usable credentials. */
  requireCredentials(context: RequestContext): void
  /** Throws UNAUTHENTICATED if the request has no usable secret of a touchpoint. */
  requireSecret(context: RequestContext): void
  /** Throws UNAUTHENTICATED if the credentials are not accepted. */
  authenticate(context: RequestContext): Promise<AuthenticatedContext>
  /** What a request with accepted credentials is counted by. Neither if it has none. */
  countedAs(context: RequestContext): { session?: string | undefined; client?: string | undefined }
  /** Looks credentials or a secret up that may be a guess. */
  areAccepted(context: RequestContext): Promise<boolean>
  /** Throws UNAUTHENTICATED unless they are accepted, and what `requireLogin` throws for the viewer. */
  requireAccepted(context: RequestContext, requireLogin?: (viewer: Viewer) => void): Promise<void>
  /** Replaces a JWT by its session. */
  resolveJwt(context: RequestContext): Promise<void>
  /** Forgets the session of a JWT if the request found that it is no longer valid. */
  forgetIfOver(context: RequestContext): void
}

declare module 'fastify' {
  interface FastifyInstance {
    authentication: Authentication
  }
}
