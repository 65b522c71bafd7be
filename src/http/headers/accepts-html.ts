import type { IncomingMessage } from 'node:http'
import type { RouteShorthandOptions } from 'fastify'

/** Whether Accept prefers text/html, as browsers do. */
export function acceptsHtml({ headers: { accept } }: Pick<IncomingMessage, 'headers'>): boolean {
  return accept !== undefined && /(?:^|,)\s*text\/html\s*(?:,|;\s*q=1|;(?!\s*q=)|$)/i.test(accept)
}

/** A route constraint: routes with the options `toBrowsers` serve browsers, others all other clients. */
export const acceptConstraint = {
  name: 'accept',
  storage() {
    const handlers = new Map<string, unknown>()
    return {
      get: (type: string) => handlers.get(type) ?? null,
      set: (type: string, handler: unknown) => void handlers.set(type, handler),
    }
  },
  deriveConstraint: (request: Pick<IncomingMessage, 'headers'>) => (acceptsHtml(request) ? 'text/html' : undefined),
  validate() {},
}

export const toBrowsers: RouteShorthandOptions = { constraints: { accept: 'text/html' } }
