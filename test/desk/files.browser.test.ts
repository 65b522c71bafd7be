import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { randomContent } from '../support/attachments/upload.ts'
import { expectAccessible, hasBrowser } from '../support/browser/browser.ts'
import { focused, press, useDesk } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { ATTACHMENT_MAX_SIZE: '3000000' } })

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const photo = { name: 'Dent (front).png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
const textFile = (name: string, text = `The text of ${name}.`) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})
const large = (name: string, size = 2_000_000) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(randomContent(size)),
})

const choose = (page: Page, ...files: (typeof photo)[]) => page.locator('input[type=file]').setInputFiles(files)
const listed = (page: Page) => page.locator('.uploads').getByRole('listitem')
const talk = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const remove = (page: Page, name: string) => page.getByRole('button', { name: `Remove: ${name}`, exact: true })
/** Waits until all chosen files are uploaded. The last one to end is announced. */
async function areUploaded(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await remove(page, name).waitFor()
  await page.locator('output').filter({ hasText: ' was uploaded.' }).waitFor()
}

/** Waits until a picture of the conversation is there. Returns its size in pixels of the page. */
async function pictureIn(page: Page, name: string): Promise<{ width: number; height: number }> {
  const picture = talk(page).getByRole('img', { name })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
  return { width, height }
}

const filesOf = (id: number) =>
  sql<{ name: string }>(server.database, `select name from attachments where case_id = ${id} order by version, number`)

/** The files with this name whose content the service has. */
const storedAs = (name: string) =>
  sql(server.database, `select id from attachments where name = '${name}' and sha256 is not null`)

/** Drops or pastes files on an element, as browsers do. */
function give(page: Page, kind: 'drop' | 'paste', names: string[], text?: string): Promise<void> {
  return page.getByLabel('Message').evaluate(
    (element, { kind, names, pixel, text }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0))
      for (const name of names) data.items.add(new File([bytes], name, { type: 'image/png' }))
      if (text !== undefined) data.setData('text/plain', text)
      const init = { bubbles: true, cancelable: true }
      if (kind === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
      else element.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: data }))
    },
    { kind, names, pixel, text },
  )
}

/** Slows uploads down, for one test. */
async function slowly(page: Page, run: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limit(150_000)
  try {
    await run()
  } finally {
    await limit(-1)
    await session.detach()
  }
}

describe.runIf(hasBrowser)('files in the desk', () => {
  const desk = useDesk(server)

  test('are chosen and sent, without a text, and a picture opens large', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await choose(page, photo, textFile('notes.txt'))
    await listed(page).filter({ hasText: '22 bytes' }).waitFor()
    await areUploaded(page, photo.name, 'notes.txt')
    await expectAccessible(page)
    await press(page, 'Send')
    await page.getByText('Sent.').waitFor()
    // Its place is there before it is.
    expect(await pictureIn(page, photo.name)).toEqual({ width: 240, height: 180 })
    expect(await listed(page).count()).toBe(0)
    expect(await filesOf(id)).toEqual([{ name: photo.name }, { name: 'notes.txt' }])
    await talk(page).getByText('text, 22 bytes').waitFor()
    await expectAccessible(page)
    await talk(page).getByRole('link', { name: photo.name }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: photo.name })
    await dialog.getByRole('link', { name: 'Download' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('picture')
    await talk(page).getByRole('link', { name: photo.name }).click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    // On paper, the names are seen.
    await page.emulateMedia({ media: 'print' })
    for (const name of [photo.name, 'notes.txt']) await talk(page).getByText(name, { exact: true }).waitFor()
    await page.emulateMedia({ media: null })
  })

  test('that are no pictures are saved, and do not run', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    const page1 = textFile('page.html', '<html><script>document.title = "run"</script></html>')
    await choose(page, page1)
    await areUploaded(page, 'page.html')
    await press(page, 'Send')
    const link = talk(page).getByRole('link', { name: 'page.html' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('page.html')
    const saved = join(await mkdtemp(join(tmpdir(), 'desk-')), 'saved')
    await download.saveAs(saved)
    expect(await readFile(saved)).toEqual(page1.buffer)
  })

  test('are dropped and pasted, also into a note, and pasted text stays text', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await give(page, 'drop', ['a.png', 'b.png'])
    await give(page, 'paste', ['image.png'])
    await give(page, 'paste', ['cells.png'], 'A cell')
    for (const name of ['a.png', 'b.png', 'image.png']) await remove(page, name).waitFor()
    expect(await listed(page).count()).toBe(3)
    await page.getByRole('tab', { name: 'Internal note' }).click()
    expect(await listed(page).count()).toBe(0)
    await choose(page, textFile('internal.txt'))
    await areUploaded(page, 'internal.txt')
    await press(page, 'Add note')
    await talk(page).getByRole('link', { name: 'internal.txt' }).waitFor()
    await page.getByRole('tab', { name: /Reply/ }).click()
    await remove(page, 'b.png').click()
    expect(await focused(page)).toBe('Attach files')
    await page.getByLabel('Message').fill('Look.')
    await press(page, 'Send')
    await pictureIn(page, 'image.png')
    expect(await filesOf(id)).toEqual([{ name: 'internal.txt' }, { name: 'a.png' }, { name: 'image.png' }])
    // What was removed is deleted.
    await expect.poll(() => storedAs('b.png')).toEqual([])
  })

  test('show their progress, can be cancelled, and are waited for once', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await slowly(page, async () => {
      await choose(page, large('one.bin'), large('two.bin', 600_000))
      const progress = page.getByRole('progressbar', { name: 'Upload of one.bin' })
      await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0)
      await expectAccessible(page)
      await page.getByLabel('Message').fill('Both.')
      await press(page, 'Send')
      await page.getByLabel('Message').press('Control+Enter')
      await page.getByRole('button', { name: 'Cancel: one.bin' }).click()
      await page.getByText('Sent.').waitFor()
    })
    await talk(page).getByText('two.bin').waitFor()
    expect(await filesOf(id)).toEqual([{ name: 'two.bin' }])
    const [row] = await sql(
      server.database,
      `select count(*)::int as comments from case_comments where case_id = ${id}`,
    )
    expect(row).toEqual({ comments: 1 })
    expect(await storedAs('one.bin')).toEqual([])
  })

  test('whose upload a reload has ended say so, and are not sent', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    await slowly(page, async () => {
      await choose(page, large('left.bin'), textFile('short.txt'))
      await page.getByRole('progressbar', { name: 'Upload of left.bin' }).waitFor()
      await page.reload()
    })
    await listed(page).getByText('It was not uploaded before the page was left.').first().waitFor()
    await press(page, 'Send')
    await page.getByRole('link', { name: '“left.bin” was not uploaded. Try again, or remove it.' }).waitFor()
    expect(await filesOf(id)).toEqual([])
    await remove(page, 'left.bin').click()
  })

  test('that failed say why, block nothing else, and can be tried again', async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    await choose(page, large('huge.bin', 3_000_001))
    await listed(page).getByText('It is too large. The content must have at most 3 MB.').waitFor()
    // It would be refused again.
    expect(await page.getByRole('button', { name: 'Try again: huge.bin' }).count()).toBe(0)
    await remove(page, 'huge.bin').click()
    await page.context().setOffline(true)
    await page.getByLabel('Message').fill('A photo.')
    await choose(page, photo)
    await listed(page).getByText('There is no connection. Try again when it is back.').waitFor()
    await page.getByText(`“${photo.name}” was not uploaded. There is no connection.`).waitFor()
    await expectAccessible(page)
    await press(page, 'Send')
    await page.getByRole('link', { name: `“${photo.name}” was not uploaded. Try again, or remove it.` }).click()
    expect(await focused(page)).toBe('Attach files')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: `Try again: ${photo.name}` }).click()
    await areUploaded(page, photo.name)
    expect(await page.getByLabel('Message').inputValue()).toBe('A photo.')
    await press(page, 'Send')
    await pictureIn(page, photo.name)
    expect(await filesOf(id)).toEqual([{ name: photo.name }])
    complaints.length = 0
  })

  test('stay with the draft after a reload, and one that is gone blocks nothing', async () => {
    const id = await server.addCase()
    const { page, complaints } = await desk.open(`/cases/${id}`)
    const gone = (name: string) =>
      sql(server.database, `update attachments set remove_at = now() - interval '1 hour' where name = '${name}'`)
    await choose(page, textFile('kept.txt'), textFile('gone.txt'), textFile('going.txt'))
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).split('\\"id\\"').length)).toBe(4)
    await gone('gone.txt')
    await page.reload()
    await listed(page).filter({ hasText: 'gone.txt' }).getByText('It is no longer there, and is not sent.').waitFor()
    await remove(page, 'kept.txt').waitFor()
    await expectAccessible(page)
    // It disappears after the page has asked.
    await gone('going.txt')
    await page.getByLabel('Message').fill('Three.')
    await press(page, 'Send')
    await page.getByText('“going.txt” is no longer there. Send again without it, or choose it again.').waitFor()
    expect(await page.getByLabel('Message').inputValue()).toBe('Three.')
    await press(page, 'Send')
    await talk(page).getByText('kept.txt').waitFor()
    await expect.poll(() => filesOf(id)).toEqual([{ name: 'kept.txt' }])
    await expect.poll(() => listed(page).count()).toBe(0)
    complaints.length = 0
  })

  test('are at most ten, and are discarded and brought back with the text', async () => {
    const { page } = await desk.open(`/cases/${await server.addCase()}`)
    await choose(page, ...Array.from({ length: 11 }, (_, index) => textFile(`${index}.txt`)))
    await page.getByText('A message can have at most 10 files. Not added: “10.txt”.').waitFor()
    await page.getByLabel('Message').fill('Ten.')
    await areUploaded(page, ...Array.from({ length: 10 }, (_, index) => `${index}.txt`))
    await press(page, 'Discard')
    expect(await listed(page).count()).toBe(0)
    await press(page, 'Undo')
    expect(await listed(page).count()).toBe(10)
    expect(await page.getByLabel('Message').inputValue()).toBe('Ten.')
  })

  test('are added with the keyboard', async () => {
    const id = await server.addCase()
    const { page } = await desk.open(`/cases/${id}`)
    // Before the keys: the browser needs a moment until it tells.
    const opened = page.waitForEvent('filechooser')
    await page.getByLabel('Message').focus()
    for (const _ of ['Send', 'Send and …', 'Attach files']) await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Attach files')
    await page.keyboard.press('Enter')
    const chooser = await opened
    expect(chooser.isMultiple()).toBe(true)
    await chooser.setFiles([photo])
    await areUploaded(page, photo.name)
    await page.getByLabel('Message').focus()
    await page.keyboard.press('Control+Enter')
    await pictureIn(page, photo.name)
  })

  test.each(['olga', 'paula'] as const)('are part of a new case of %s on a narrow screen', async (person) => {
    const { page } = await desk.open('/cases/new', person, { viewport: { width: 360, height: 740 } })
    const isCustomer = person === 'paula'
    await page
      .getByLabel(isCustomer ? 'What is it about?' : 'Type')
      .selectOption(isCustomer ? { index: 1 } : { index: 2 })
    await choose(page, photo, textFile(`${'a long name '.repeat(12)}.txt`))
    await remove(page, photo.name).waitFor()
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).split('\\"id\\"').length)).toBe(3)
    await expectAccessible(page)
    for (const input of await page.getByRole('spinbutton').all()) await input.fill('1')
    await press(page, isCustomer ? 'Send' : 'Create')
    await pictureIn(page, photo.name)
    await expectAccessible(page)
    const id = Number(page.url().split('/').at(-1))
    if (!isCustomer) return
    await choose(page, textFile('more.txt'))
    await areUploaded(page, 'more.txt')
    await expectAccessible(page)
    await press(page, 'Send')
    await talk(page).getByRole('link', { name: 'more.txt' }).waitFor()
    expect((await filesOf(id)).at(-1)).toEqual({ name: 'more.txt' })
    await talk(page).getByRole('link', { name: photo.name }).click()
    await page.getByRole('dialog', { name: photo.name }).waitFor()
    await expectAccessible(page)
  })
})
