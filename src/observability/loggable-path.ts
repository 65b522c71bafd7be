import { documentationSegments } from '../pages/api-reference-files.ts'
import { routes } from '../rest/routes.ts'

const ours = new Set([
  '',
  'graphql',
  'livez',
  'readyz',
  ...documentationSegments,
  ...routes.flatMap(({ path }) => path),
])

const patterns = routes.map(({ path }) => `/${path.map((segment) => segment ?? '\\d{1,16}').join('/')}`)
const known = new RegExp(`^(?:/graphql|${patterns.join('|')})$`)

/** The path with a * for whatever is neither ours nor a case's number: somebody may have put a token there. */
export function loggablePath(path: string): string {
  if (known.test(path)) return path
  return path
    .split('/')
    .map((segment) => (ours.has(segment) || /^\d{1,16}$/.test(segment) ? segment : '*'))
    .join('/')
}
