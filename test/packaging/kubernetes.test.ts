import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settingNames } from '../../src/settings/config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createPostgresDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runCasegate } from '../support/server/process.ts'

const root = join(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

interface Probe {
  httpGet: { path: string; port: string }
}

interface Container {
  image: string
  command?: string[]
  ports?: { name: string; containerPort: number }[]
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[]
  securityContext: object
  resources: { requests: { memory: string }; limits: { memory: string } }
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
}

interface Pod {
  metadata: { labels: Record<string, string> }
  spec: { terminationGracePeriodSeconds?: number; securityContext: object; containers: [Container] }
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: {
    replicas?: number
    selector?: unknown
    template?: Pod
    jobTemplate?: { spec: { template: Pod } }
    ports?: { targetPort: string }[]
    maxUnavailable?: number
  }
}

const files = globSync('deploy/kubernetes/*.yaml', { cwd: root }).toSorted()
const manifests = files.flatMap((file) =>
  parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join()}`)
    return document.toJS() as Manifest
  }),
)
const podOf = ({ spec }: Manifest) => spec.template ?? spec.jobTemplate?.spec.template
const pods = manifests.flatMap((manifest) => podOf(manifest) ?? [])
const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind)!.spec
const server = find('Deployment').template!
const [container] = server.spec.containers
const valueOf = (name: string) => Number(container.env.find((variable) => variable.name === name)?.value)

/** The errors of TypeScript, which also reports unknown fields. */
function typeErrors(checked: readonly Manifest[]): string {
  const file = join(temporaryFolder(), 'manifests.ts')
  const lines = checked.map((manifest, index) => {
    const { apiVersion, kind } = manifest
    const path = join(root, 'node_modules/kubernetes-types', apiVersion === 'v1' ? 'core/v1' : apiVersion)
    const type = `import('${path}.d.ts').${kind}`
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)}`
  })
  writeFileSync(file, lines.join('\n'))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', '', file]
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags], { encoding: 'utf8' })
  return stdout
}

describe('the manifests for Kubernetes', () => {
  test('have the fields and types of the Kubernetes API', () => {
    expect(manifests.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['Deployment', 'Service', 'PodDisruptionBudget', 'Job', 'CronJob']),
    )
    expect(typeErrors(manifests)).toBe('')
  })

  test('would be rejected with an unknown field or a wrong type', () => {
    const withContainer = (part: object) => {
      const copy = structuredClone(manifests.find(({ kind }) => kind === 'Deployment')!)
      Object.assign(copy.spec.template!.spec.containers[0], part)
      return copy
    }
    const errors = typeErrors([withContainer({ readynessProbe: {} }), withContainer({ image: 1 })])
    expect(errors).toContain(`'"readynessProbe"' does not exist in type 'Container'`)
    expect(errors).toContain("Type 'number' is not assignable to type 'string'")
  })

  test('use only existing settings, and take every URL of a database from the secret', () => {
    for (const pod of pods) {
      const { env } = pod.spec.containers[0]
      expect(env.map(({ name }) => name).filter((name) => !settingNames.includes(name))).toEqual([])
      for (const { name, value, valueFrom } of env) {
        const isSecret = name.includes('URL')
        expect([name, typeof value, valueFrom?.secretKeyRef.name]).toEqual(
          isSecret ? [name, 'undefined', 'casegate-database'] : [name, 'string', undefined],
        )
      }
    }
  })

  test('run the image of this version as its user, without privileges, on a read-only file system', () => {
    // The user "node" of the official images.
    expect(dockerfile).toMatch(/^USER node$/m)
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      expect(spec.containers[0].image).toBe(`casegate:${packageJson.version}`)
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  })

  test('check the server on its port, and send requests to it', () => {
    const { ports = [], startupProbe, readinessProbe, livenessProbe } = container
    const http = ports.find(({ name }) => name === 'http')
    expect(http?.containerPort).toBe(Number(/ PORT=(\d+)/.exec(dockerfile)?.[1]))
    expect(ports.find(({ name }) => name === 'metrics')?.containerPort).toBe(valueOf('METRICS_PORT'))
    const probes = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet)
    expect(probes).toEqual(['/livez', '/readyz', '/livez'].map((path) => ({ path, port: 'http' })))
    expect(find('Service')).toMatchObject({ selector: server.metadata.labels, ports: [{ targetPort: 'http' }] })
  })

  test('select the pods of the servers only, and let a drain stop one of them', () => {
    const selector = { matchLabels: server.metadata.labels }
    expect([find('Deployment').selector, find('PodDisruptionBudget').selector]).toEqual([selector, selector])
    const labels = pods.map((pod) => JSON.stringify(pod.metadata.labels))
    expect(new Set(labels).size).toBe(pods.length)
    expect(find('PodDisruptionBudget').maxUnavailable).toBeLessThan(find('Deployment').replicas!)
  })

  test('allow more time to stop than the server needs', () => {
    const needed = valueOf('SHUTDOWN_DELAY') + 10
    expect(server.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed)
  })

  test('archive cases with a command that succeeds', { tags: ['nightly'] }, async () => {
    const [shell = '', ...words] = podOf(manifests.find(({ kind }) => kind === 'CronJob')!)!.spec.containers[0].command!
    const folder = temporaryFolder()
    symlinkSync(join(root, 'bin/casegate.js'), join(folder, 'casegate'))
    const PATH = `${folder}:${dirname(process.execPath)}:${process.env['PATH']}`
    const env = { DATABASE_URL: await createPostgresDatabase() }
    await runCasegate(['migrate'], { env })
    const demoFile = join(root, 'src/transfer/demo-data.json')
    expect(await runCasegate(['import', demoFile, '--with-public-sessions'], { env })).toMatchObject({ code: 0 })
    const args = words.map((word) => word.replace('/archive/', `${folder}/`))
    const { status, stderr } = spawnSync(shell, args, { env: { ...env, PATH }, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})
