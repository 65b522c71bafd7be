import { type AddressPolicy, ForbiddenAddress } from '../../outgoing/address-policy.ts'

const maximumLength = 2_048

/**
 * What is wrong with the URL of a receiver, as the rest of a sentence about it. Null if nothing is. The addresses of a name are judged
 * when a connection is opened.
 */
export function urlProblem(text: string, policy: AddressPolicy): string | null {
  if (text.length > maximumLength) return `must have at most ${maximumLength} characters`
  // Spaces and similar characters would be removed or encoded.
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return example
  const url = new URL(text)
  if (url.protocol === 'http:' && !policy.allowsHttp) return httpProblem
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return example
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password'
  if (text.includes('#')) return 'must not have a fragment'
  try {
    policy.checkLiteral(url)
  } catch (error) {
    if (!(error instanceof ForbiddenAddress)) throw error
    return `must not name the address ${url.hostname}, which is not allowed: ${reason}`
  }
  return null
}

const example = 'must be an https URL such as https://example.com/webhooks, in ASCII characters'
const httpProblem =
  'must be an https URL. Only in the networks of the setting WEBHOOK_ALLOWED_NETWORKS, such as 127.0.0.0/8 on one machine, receivers may ' +
  'use http'
const reason = 'it is neither public and reached over https nor in a network of the setting WEBHOOK_ALLOWED_NETWORKS'
