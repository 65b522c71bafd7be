import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../desk/src')

/** None of them imports from another one. */
const pages = ['pages/admin', 'pages/customer', 'pages/case', 'pages/settings']

/** From the top down: each folder imports only from itself and from those below it. A folder and its rooms have a place each. */
const folders = [
  'pages/admin',
  'pages/admin/audit-log',
  'pages/admin/setup',
  'pages/admin/webhooks',
  'pages/admin/sections',
  'pages/admin/sections/replies',
  'pages/admin/sections/service-levels',
  'pages/admin/sections/touchpoints',
  'pages/admin/people',
  'pages/admin/inputs',
  'pages/admin/item',
  'pages/admin/configuration',
  'pages/customer',
  'pages/case',
  'pages/case/new',
  'pages/case/values',
  'pages/case/links',
  'pages/settings',
  'pages/timeline/composer',
  'pages/timeline',
  'pages/timeline/messages',
  'pages/queue',
  'pages/queue/search',
  'pages/queue/views',
  'pages/queue/bulk',
  'pages/queue/list',
  'pages/queue/filter',
  'pages/layout',
  'pages/sign-in',
  'cases/labels',
  'cases/change',
  'cases/live',
  'cases/files',
  'session',
  'ui/form',
  'ui/form/inputs',
  'ui/form/drafts',
  'ui/form/problems',
  'ui/display',
  'ui/elements',
  'ui/words',
]

/** Whether a path is that of the generated types of documents, of the whole desk or of the part with this folder. */
function isOfTypes(path: string, own: string): boolean {
  const [found, part = ''] = /^(?:(.+)\/)?gql(?:\/graphql)?$/.exec(path) ?? []
  return found !== undefined && own.startsWith(part)
}

test('imports in the desk point one way', () => {
  const files = globSync('*/**/*.{ts,tsx}', { cwd: root, exclude: ['**/gql/**'] })
  expect(files.filter((file) => !folders.includes(dirname(file)))).toEqual([])
  const wrong = files.flatMap((file) => {
    const own = dirname(file)
    const text = readFileSync(join(root, file), 'utf8')
    const imported = Array.from(text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g), ([, path = '']) =>
      relative(root, join(root, dirname(file), path)),
    )
    const page = pages.find((each) => own.startsWith(each))
    const below = folders
      .slice(folders.indexOf(own) + 1)
      .filter((folder) => !page || folder.startsWith(page) || !pages.some((each) => folder.startsWith(each)))
    return imported
      .filter((path) => ![own, ...below].includes(dirname(path)) && !isOfTypes(path, own))
      .map((path) => `${file} imports ${path}`)
  })
  expect(wrong).toEqual([])
})
