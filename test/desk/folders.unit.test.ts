import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../desk/src')

/** None of them imports from another one. */
const pages = ['admin', 'customer', 'case', 'settings']

/** From the top down: each folder imports only from those below it. */
const folders = 'timeline queue layout labels sign-in change live files session form display elements words'.split(' ')

test('imports in the desk point one way', () => {
  const wrong = globSync('*/**/*.{ts,tsx}', { cwd: root, exclude: ['**/gql/**'] }).flatMap((file) => {
    const [own = ''] = file.split('/')
    const text = readFileSync(join(root, file), 'utf8')
    const imported = Array.from(text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g), ([, path = '']) =>
      relative(root, join(root, dirname(file), path)),
    )
    const below = pages.includes(own) ? folders : folders.slice(folders.indexOf(own) + 1)
    return imported
      .filter((path) => ![own, 'gql', ...below].includes(path.split('/')[0] ?? ''))
      .map((path) => `${file} imports ${path}`)
  })
  expect(wrong).toEqual([])
})
