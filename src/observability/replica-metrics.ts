import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReplicaLag, Replicas } from '../database/replicas/replicas.ts'

/** Reads the figures of the replicas when the metrics are collected. */
export function readReplicas(registry: Registry, replicas: Replicas): void {
  function lagGauge(name: string, help: string, read: (lag: ReplicaLag) => number) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['replica'],
      collect() {
        this.reset()
        for (const { name: replica, lag } of replicas.all) if (lag) this.set({ replica }, read(lag))
      },
      registers: [],
    })
    registry.registerMetric(gauge)
  }

  lagGauge('casegate_replica_lag_seconds', 'How long the replica has been behind the primary.', (lag) => lag.seconds)
  lagGauge('casegate_replica_lag_bytes', 'The log that the replica has not replayed.', (lag) => lag.bytes)
  const reads = new Counter({
    name: 'casegate_replica_reads_total',
    help: 'Statements that ran on a replica.',
    collect() {
      this.reset()
      this.inc(replicas.reads)
    },
    registers: [],
  })
  registry.registerMetric(reads)
  const fallbacks = new Counter({
    name: 'casegate_replica_fallbacks_total',
    help: 'Reads that ran on the primary although there are replicas, by reason.',
    labelNames: ['reason'],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(replicas.fallbacks)) this.inc({ reason }, count)
    },
    registers: [],
  })
  registry.registerMetric(fallbacks)
}
