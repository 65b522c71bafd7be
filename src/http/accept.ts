import type { IncomingMessage } from 'node:http'

/** Whether a person looks at the address with a browser: those like HTML best. */
export function acceptsHtml({ headers }: IncomingMessage): boolean {
  return headers.accept !== undefined && /(?:^|,)\s*text\/html\s*(?:,|;\s*q=1|;(?!\s*q=)|$)/i.test(headers.accept)
}
