#!/usr/bin/env -S node --max-semi-space-size=16
// This file has to be understood by a Node that is too old for the rest.
var version = process.versions.node
if (Number(version.split('.')[0]) < 24) {
  fail(
    'Casegate needs Node 24 or newer; this is Node ' + version + '. ' +
      'On Linux "npm ci" brings one, which "npm start" and "npm run" use; elsewhere install it from nodejs.org.'
  )
} else {
  import('../src/cli.ts').catch(function (error) {
    var missing = error.code === 'ERR_MODULE_NOT_FOUND' && /^Cannot find package/.test(error.message)
    fail(missing ? error.message.split(' imported from')[0] + '. Run "npm ci" first.' : error)
  })
}

function fail(reason) {
  console.error(reason)
  process.exitCode = 1
}
