import type { Adapter, AdapterPayload } from 'oidc-provider'

/** A store for the provider, which would warn about its own one. */
export function memoryAdapter(): (name: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  const findBy = (name: string, key: 'uid' | 'userCode', value: string) =>
    [...stored].find(([id, payload]) => id.startsWith(`${name}:`) && payload[key] === value)?.[1]
  return (name) => ({
    upsert: async (id, payload) => void stored.set(`${name}:${id}`, payload),
    find: async (id) => stored.get(`${name}:${id}`),
    findByUserCode: async (code) => findBy(name, 'userCode', code),
    findByUid: async (uid) => findBy(name, 'uid', uid),
    consume: async (id) => {
      const payload = stored.get(`${name}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void stored.delete(`${name}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id)
    },
  })
}
