import { describe, expect, test } from 'vitest'
import { carla, olga, paula } from '../support/requests/credentials.ts'
import { problemOf, type RawResponse, sendRaw } from '../support/requests/http.ts'
import { bodyOf, linkOf, restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const { follow, get, put } = restClient(server)

describe('GET /api/v4/cases', () => {
  const ids = (answer: RawResponse) => bodyOf(answer).cases.map(({ id }: { id: number }) => id)

  test('takes every filter, and those of several values repeatedly', async () => {
    const waiting = { status: 'Waiting for customer', assigneeEmail: 'olga@example.com' }
    const mine = await server.addCase({ ...waiting, createdAt: '2020-01-01T00:00:00Z' })
    const closed = { status: 'Closed', resolution: 'Fixed', groupName: 'Billing team' }
    const comments = [{ text: 'A zebra.', authorEmail: 'olga@example.com' }]
    const other = await server.addCase({ ...closed, comments, createdAt: '2020-01-02T00:00:00Z' })
    const old = 'createdBefore=2020-06-01T00:00:00Z'
    const found: [string, number[]][] = [
      ['', [mine, other]],
      ['&status=Waiting%20for%20customer', [mine]],
      ['&status=Closed&status=Waiting+for+customer', [mine, other]],
      ['&status=Nothing', []],
      ['&closed=true', [other]],
      ['&resolution=Fixed', [other]],
      ['&typeCode=REFUND&categoryCode=BILLING', [mine, other]],
      ['&typeCode=QUESTION', []],
      ['&assignedToMe=true', [mine]],
      ['&assigneeEmail=OLGA@example.com', [mine]],
      ['&unassigned=true', []],
      ['&groupName=Billing team', [other]],
      ['&partyEmail=paula@example.com', [mine, other]],
      ['&createdAfter=2020-01-01T01:00:00%2B01:00', [other]],
      ['&updatedAfter=2999-01-01T00:00:00Z', []],
      ['&updatedBefore=2999-01-01T00:00:00Z', [mine, other]],
      ['&text=zebra', [other]],
    ]
    for (const [query, expected] of found) {
      expect(ids(await get(`cases?orderBy=CREATED_ASC&${old}${query.replace(' ', '%20')}`)), query).toEqual(expected)
    }
    expect(ids(await get(`cases?orderBy=CREATED_DESC&${old}`))).toEqual([other, mine])
  })

  test('its links keep the filters and leave out credentials', async () => {
    const credentials = new URLSearchParams({ ...olga }).toString()
    const first = await sendRaw(server.url, { path: `/api/v4/cases?status=Open&status=New&first=1&${credentials}` })
    const next = linkOf(first, 'next')
    expect(next).toMatch(/^\/api\/v4\/cases\?status=Open&status=New&first=1&after=[\w-]+$/)
    const second = await follow(first, 'next')
    expect(ids(second)).not.toEqual(ids(first))
    expect(ids(await follow(second, 'prev'))).toEqual(ids(first))
    const { etag } = second.headers
    expect((await get(next!.replace('/api/v4/', ''), { 'if-none-match': etag! })).status).toBe(304)
  })

  test('counts only when asked', async () => {
    expect(bodyOf(await get('cases?first=0&totalCount=true', {}, paula)).totalCount).toBeGreaterThan(0)
    expect(bodyOf(await get('cases?first=0&totalCount=false', {}, paula))).not.toHaveProperty('totalCount')
  })

  test.each([
    ['closed=maybe', 'closed'],
    ['unassigned=', 'unassigned'],
    ['createdAfter=yesterday', 'createdAfter'],
    ['createdAfter=2020-13-01T00:00:00Z', 'createdAfter'],
    ['createdBefore=0000-01-01T00:00:00Z', 'createdBefore'],
    ['text=a&text=b', 'text'],
    ['orderBy=newest', 'orderBy'],
    ['first=1000', 'first'],
    ['after=MQ', 'after'],
  ])('%s is malformedRequest', async (query, parameter) => {
    const answer = problemOf(await get(`cases?${query}`))
    expect(answer).toMatchObject({ code: 'malformedRequest', problems: [{ parameter }] })
  })

  test('is empty for consumers, and only operators see the people of the desk', async () => {
    expect(ids(await get('cases', {}, carla))).toEqual([])
    for (const path of ['operators', 'groups']) expect(problemOf(await get(path, {}, paula)).code).toBe('forbidden')
  })
})

describe('what forms need', () => {
  test('for a case, its available values and permissions', async () => {
    const { case: form } = bodyOf(await get('cases/1002/form'))
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    expect(form).toMatchObject({ id: 1002, permissions: { update: { allowed: true } } })
    expect(names(form.availableStatuses)).toContain('Resolved')
    expect(names(form.availableResolutions)).toContain('Fixed')
    expect(names(form.fields)).toEqual(['severity', 'signalDbm', 'lineDown'])
    const own = { caseTypeCode: 'INCIDENT', caseCategoryCode: 'NETWORK' }
    expect(form.availableTypeCategories).toContainEqual(expect.objectContaining(own))
  })

  test('whom it can be assigned to', async () => {
    const id = await server.addCase()
    const { assignableOperators: operators } = bodyOf(await get(`cases/${id}/assignable-operators`))
    const { assignableGroups: groups } = bodyOf(await get(`cases/${id}/assignable-groups`))
    const assignees = [
      ...operators.map(({ email }: { email: string }) => ({ email })),
      ...groups.map(({ name: groupName }: { name: string }) => ({ groupName })),
    ]
    for (const each of assignees) expect((await put(`cases/${id}/assignment?dryRun=true`, each)).status).toBe(201)
    expect(operators.length * groups.length).toBeGreaterThan(0)
  })

  test('the caller, the statuses, the resolutions, and the people of the desk', async () => {
    const { viewer } = bodyOf(await get('viewer', {}, paula))
    expect(viewer).toMatchObject({ login: 'PARTY', touchpoint: { code: 'web' }, groups: [] })
    expect(viewer.typeCategories.length).toBeGreaterThan(0)
    const usual = { active: true, default: true, settableBy: 'ALL' }
    expect(bodyOf(await get('statuses')).statuses).toContainEqual({ name: 'New', closed: false, ...usual })
    expect(bodyOf(await get('resolutions')).resolutions).toContainEqual({ name: 'Unresolved', ...usual })
    expect(bodyOf(await get('operators?search=OLG')).operators).toMatchObject([{ email: 'olga@example.com' }])
    expect(bodyOf(await get('groups?first=1')).groups).toHaveLength(1)
  })

  test('a parameter that is not UTF-8 is malformedRequest, also over GraphQL', async () => {
    for (const path of ['cases?text=M%FCller', 'cases/1001?x=1&y=%C3', 'cases?%ff=1', 'operators?search=%ED%A0%80']) {
      const { status, body } = await get(path)
      expect([path, status, JSON.parse(body).code]).toEqual([path, 400, 'malformedRequest'])
    }
    expect(JSON.parse((await get('cases?text=M%FCller')).body).problems).toMatchObject([{ parameter: 'text' }])
    for (const path of ['cases?text=M%C3%BCller', 'cases?text=100%', 'cases?text=%zz']) {
      expect((await get(path)).status, path).toBe(200)
    }
    const query = '/graphql?query=%7B__typename%7D&variables=%FC'
    const { status, body } = await sendRaw(server.url, { path: query, headers: { accept: 'application/json' } })
    expect([status, JSON.parse(body).errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
  })
})
