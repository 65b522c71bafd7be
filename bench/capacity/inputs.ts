/** A figure that the calculation starts from, with a lowest and a highest value if it is uncertain. */
export interface Input {
  name: string
  value: number | readonly [low: number, high: number]
  unit: string
  /** The command that measures it, or why it was assumed. */
  source: string
}

const resources = '`npm run bench -- resources`'
const maintenance = '`npm run bench -- maintenance`'

/** Replace these with your own measurements. */
export const measured = {
  casegateUpdate: { name: 'CPU time of Casegate per update', value: 399, unit: 'µs', source: resources },
  casegateCase: { name: '… per case with comments', value: 513, unit: 'µs', source: resources },
  casegateLookup: { name: '… per filtered lookup', value: 174, unit: 'µs', source: resources },
  casegateList: { name: '… per list of 50 cases', value: 5_120, unit: 'µs', source: resources },
  postgresUpdate: {
    name: 'CPU time of PostgreSQL per update: in shared statements, and alone',
    value: [366, 700],
    unit: 'µs',
    source: `${resources}, alone with \`--connections 1\``,
  },
  postgresCase: { name: '… per case with comments', value: 163, unit: 'µs', source: resources },
  postgresLookup: { name: '… per filtered lookup', value: 27, unit: 'µs', source: resources },
  postgresList: { name: '… per list of 50 cases', value: 2_704, unit: 'µs', source: resources },
  replicaList: {
    name: 'Lists from a replica, relative to the primary',
    value: 0.82,
    unit: '',
    source: '`npm run bench -- replicas`',
  },
  wal: {
    name: 'WAL per update: long after a checkpoint, and directly after it',
    value: [2_262, 16_227],
    unit: 'bytes',
    source: resources,
  },
  bytesPerCase: {
    name: 'Disk space of a new case with an event and two comments, with indexes',
    value: 880,
    unit: 'bytes',
    source: maintenance,
  },
  bytesPerUpdate: {
    name: '… of an update with its event and a comment, with indexes',
    value: [740, 880],
    unit: 'bytes',
    source: maintenance,
  },
  bytesPerKey: { name: '… of an idempotency key, with indexes', value: [295, 360], unit: 'bytes', source: maintenance },
  shareOfIndexes: { name: 'Share of indexes in the disk space', value: 0.3, unit: '', source: maintenance },
  importCpu: {
    name: 'CPU time to import 100,000 cases: Casegate and PostgreSQL',
    value: [37, 47],
    unit: 's',
    source: maintenance,
  },
  importWal: { name: 'WAL of an import of 100,000 cases', value: [500, 520], unit: 'MB', source: maintenance },
  archiveCpu: {
    name: 'CPU time to archive 100,000 cases: Casegate, PostgreSQL, vacuum',
    value: [36, 41],
    unit: 's',
    source: maintenance,
  },
  fileSize: { name: 'Size of an archive of 100,000 cases', value: 93, unit: 'MB', source: maintenance },
  vacuumCpu: {
    name: 'CPU time of a vacuum after a tenth or a seventh of the rows was deleted, per GB',
    value: [5, 8],
    unit: 's',
    source: maintenance,
  },
  dumpCpu: { name: 'CPU time of `pg_dump` and PostgreSQL per GB', value: 14, unit: 's', source: maintenance },
  processMemory: {
    name: 'Memory of a process of Casegate',
    value: 330,
    unit: 'MiB',
    source: '`npm run bench -- memory`',
  },
  connectionMemory: { name: 'Memory of a connection in PostgreSQL', value: 4.67, unit: 'MiB', source: resources },
} satisfies Record<string, Input>

/** What depends on the operator. */
export const assumed = {
  casesPerChange: { name: 'Cases read with each change', value: 5, unit: '', source: 'your clients' },
  lookupsPerChange: { name: 'Filtered lookups with each change', value: 2, unit: '', source: 'your clients' },
  listsPerChange: { name: 'Lists with each change', value: 0.5, unit: '', source: 'your clients' },
  changesPerCase: {
    name: 'Changes of a case until it is archived, with its creation',
    value: 5,
    unit: '',
    source: 'your work',
  },
  busyHours: {
    name: 'Hours at the busiest rate that have as many changes as a day',
    value: 8,
    unit: 'hours',
    source: 'your work',
  },
  casesInUse: { name: 'Share of the cases that are in use', value: [0.02, 0.1], unit: '', source: 'your work' },
  load: { name: 'CPU load to plan for', value: 0.6, unit: '', source: 'headroom for peaks and slower machines' },
  spareDisk: {
    name: 'Disk, relative to the data',
    value: [1.5, 2],
    unit: '',
    source: 'headroom for dead rows, loose index pages and growth',
  },
  pool: { name: '`DATABASE_POOL_SIZE`', value: 4, unit: '', source: '[Settings](settings.md)' },
  copyRate: {
    name: 'Rate of a physical copy',
    value: [200, 1_000],
    unit: 'MB/s',
    source: 'your disks and network',
  },
  largestCores: { name: 'Cores of the largest server', value: 64, unit: '', source: 'your machines' },
  largestMemory: { name: 'Memory of the largest server', value: 1_024, unit: 'GiB', source: 'your machines' },
  largestDisk: { name: 'Disk of the largest server', value: 16, unit: 'TB', source: 'the time that a copy takes' },
} satisfies Record<string, Input>
