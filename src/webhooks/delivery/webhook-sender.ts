import { randomUUID } from 'node:crypto'
import type { Services } from '../../context.ts'
import { EndpointSender, type SenderServices } from './endpoint-sender.ts'
import { EventReader } from './event-reader.ts'
import { acquireLeases, openEndpoints, releaseLeases, renewLeases, waitingDeliveries } from './leases.ts'
import { MessageBuilder, type Represent } from './message.ts'

const intervalMs = 1_000

/** Sends events to the endpoints that this process has leased. */
export class WebhookSender {
  readonly #services: SenderServices & Services
  /** Identifies this process in the leases. */
  readonly #process = randomUUID()
  readonly #senders = new Map<number, EndpointSender>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isAgain = false
  #isFailing = false
  #isClosing = false
  #stopListening: (() => void) | undefined

  constructor(services: Services, represent: Represent) {
    const reader = new EventReader(services)
    this.#services = { ...services, reader, messages: new MessageBuilder(reader, represent) }
  }

  start(): void {
    const { webhooks } = this.#services
    webhooks.wake = () => void this.update()
    webhooks.endpoints = () =>
      Array.from(this.#senders.values(), ({ progress: { health, held } }) => ({
        state: health.state,
        heldCases: held.size,
      }))
    this.#timer = setInterval(() => void this.update(), intervalMs).unref()
    void this.update()
  }

  /** Lets running requests end, and releases the leases. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#running
    this.#stopListening?.()
    await Promise.all([...this.#senders.values()].map((sender) => sender.drain()))
    const { database, log } = this.#services
    await releaseLeases(database, this.#process).catch((err: unknown) => {
      log.warn({ err }, 'The leases of webhook endpoints were not released. They end after 30 seconds.')
    })
  }

  /** Adapts what this process sends to the endpoints and leases that are stored. Never rejects. */
  async update(): Promise<void> {
    this.#isAgain = true
    this.#running ??= this.#updateAll().finally(() => (this.#running = undefined))
    await this.#running
  }

  async #updateAll(): Promise<void> {
    while (this.#isAgain && !this.#isClosing) {
      this.#isAgain = false
      try {
        await this.#update()
        this.#isFailing = false
      } catch (err) {
        if (!this.#isFailing)
          this.#services.log.warn({ err }, 'Webhook endpoints were not updated. It is tried again every second.')
        this.#isFailing = true
      }
    }
  }

  async #update(): Promise<void> {
    const { database } = this.#services
    const open = await openEndpoints(database, this.#process)
    const byId = new Map(open.map((each) => [each.id, each]))
    for (const [id, sender] of this.#senders) {
      const found = byId.get(id)
      // If another token is stored, the sender starts again.
      if (!found?.isOwn || found.token !== sender.endpoint.leaseToken) sender.stop()
    }
    const due = open.filter(({ id, isDue }) => isDue && this.#senders.has(id)).map(({ id }) => id)
    const at = performance.now()
    if (due.length > 0) {
      for (const id of await renewLeases(database, this.#process, due)) this.#senders.get(id)?.renewed(at)
    }
    await this.#acquire(open.filter(({ id }) => !this.#senders.has(id)).map(({ id }) => id))
    for (const sender of this.#senders.values()) sender.wake()
    this.#listen()
  }

  async #acquire(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const { database } = this.#services
    const at = performance.now()
    for (const endpoint of await acquireLeases(database, this.#process, ids)) {
      const waiting = await waitingDeliveries(database, endpoint.id)
      const sender = new EndpointSender(endpoint, waiting, at, this.#services)
      this.#senders.set(endpoint.id, sender)
      void sender.ended.then(() => {
        this.#senders.delete(endpoint.id)
        void this.update()
      })
    }
  }

  /** The feed is followed only while there is an endpoint. */
  #listen(): void {
    if (this.#senders.size > 0) {
      this.#stopListening ??= this.#services.feedRelay.listen(() => {
        for (const sender of this.#senders.values()) sender.feedAdvanced()
      })
    } else {
      this.#stopListening?.()
      this.#stopListening = undefined
    }
  }
}
