#!/usr/bin/env -S node --max-semi-space-size=16
// This file must also run on a Node that is too old for the rest.
var version = process.versions.node
if (Number(version.split('.')[0]) < 24) {
  import('./newer-node.js').then(function (newer) {
    if (!newer.runWithNewerNode()) failTooOld()
  }, failTooOld)
} else {
  import('./start.js')
    .then(function (start) {
      return start.start()
    })
    .catch(function (error) {
      var missing = error.code === 'ERR_MODULE_NOT_FOUND' && /^Cannot find package/.test(error.message)
      fail(missing ? error.message.split(' imported from')[0] + '. Run "npm ci" first.' : error)
    })
}

function failTooOld() {
  fail(
    'Casegate needs Node 24 or newer; this is Node ' +
      version +
      '. ' +
      'On Linux, npm installs it unless optional packages are omitted. On other systems, install it from nodejs.org.',
  )
}

function fail(reason) {
  console.error(reason)
  process.exitCode = 1
}
