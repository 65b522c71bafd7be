import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../desk/src')

/** None of them imports from another one. */
const pages = ['pages/admin', 'pages/customer', 'pages/case', 'pages/settings']

/** From the top down: each folder imports only from itself and from those below it. A folder and its rooms have a place each. */
const folders = [
  'pages/admin',
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

/** The place of a file. The rooms of the pages of admins have no order. */
function folderOf(path: string): string {
  const folder = dirname(path).replace(/\/?\bgql$/, '')
  return folder.startsWith('pages/admin') ? 'pages/admin' : folder
}

test('imports in the desk point one way', () => {
  const files = globSync('*/**/*.{ts,tsx}', { cwd: root, exclude: ['**/gql/**'] })
  expect(files.filter((file) => !folders.includes(folderOf(file)))).toEqual([])
  const wrong = files.flatMap((file) => {
    const own = folderOf(file)
    const text = readFileSync(join(root, file), 'utf8')
    const imported = Array.from(text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g), ([, path = '']) =>
      relative(root, join(root, dirname(file), path)),
    )
    const page = pages.find((each) => own.startsWith(each))
    const below = folders
      .slice(folders.indexOf(own) + 1)
      .filter((folder) => !page || folder.startsWith(page) || !pages.some((each) => folder.startsWith(each)))
    return imported
      .filter((path) => !/^gql(\/graphql)?$/.test(path) && ![own, ...below].includes(folderOf(path)))
      .map((path) => `${file} imports ${path}`)
  })
  expect(wrong).toEqual([])
})
