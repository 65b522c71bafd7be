// Adds up what the reporter of the tests wrote, a line for each file, and prints one line.
import { readFileSync } from 'node:fs'

const lines = readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean)
const counts = lines.map((line) => JSON.parse(line))
const sum = (name) => counts.reduce((total, each) => total + each[name], 0)
// A run without any result has failed before the first test.
console.log(`\n${sum('passed')} passed, ${counts.length === 0 ? 1 : sum('failed')} failed`)
