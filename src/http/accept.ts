import type { IncomingMessage } from 'node:http'

/** Whether a person looks at the address with a browser. */
export function acceptsHtml({ headers }: IncomingMessage): boolean {
  return headers.accept !== undefined && headers.accept.includes('text/html')
}
