import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as b1 from './benches/b1-create.js'
import * as b2 from './benches/b2-added-latency.js'
import * as b3 from './benches/b3-retrieve.js'
import * as b4 from './benches/b4-webhook.js'
import * as b5 from './benches/b5-callbacks.js'
import * as b6 from './benches/b6-growth.js'
import * as b7 from './benches/b7-dead-merchant.js'
import * as b8 from './benches/b8-start.js'
import * as b9 from './benches/b9-wake-up.js'
import { help, readArguments } from './src/arguments.js'
import { writeDocuments } from './src/documents.js'
import { plotsOf } from './src/plots.js'
import { describeMachine } from './src/processes.js'
import { allocationTable, profileTable } from './src/profile.js'
import { openBench, startRig } from './src/rig.js'
import { costTable, machineText, targetTable } from './src/table.js'

const benches = { B1: b1, B2: b2, B3: b3, B4: b4, B5: b5, B6: b6, B7: b7, B8: b8, B9: b9 }

async function main(args) {
  const options = readArguments(args, Object.keys(benches))
  if (options.help) return console.log(help)
  const rig = await startRig(options)
  const results = []
  const machine = describeMachine(rig.server.version)
  console.log(machineText(machine))
  try {
    for (const id of options.benches) results.push(await runBench(rig, id).catch(error => failed(id, error)))
  } finally {
    await rig.stop()
  }
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
  const report = { command, date: new Date().toISOString(), machine, options, results }
  console.log(`\n${costTable(results)}\n\n${targetTable(results)}`)
  save(report)
  if (results.some(({ error }) => error)) process.exitCode = 1
  else if (options.writeDocs) writeDocuments(report)
}

/** A failed bench does not stop the others. */
function failed(id, error) {
  console.error(`\n${id} failed:`, error)
  return { id, title: benches[id].title, error: error.message, sides: {}, figures: {} }
}

async function runBench(rig, id) {
  const { title, floor, run } = benches[id]
  const began = performance.now()
  const bench = openBench(rig, text => progress(`${id} ${title}: ${text}`))
  let result
  let profiles
  try {
    result = await run(bench)
  } finally {
    profiles = await bench.close()
  }
  const { profile, allocations } = profiles
  progress('')
  console.log(`\n${id} ${title} (${Math.round((performance.now() - began) / 1000)} s)`)
  console.log(targetTable([{ id, ...result }]))
  if (profile) console.log(profileTable(profile))
  if (allocations) console.log(allocationTable(allocations))
  return { id, title, floor, ...result, ...(profile && { profile }), ...(allocations && { allocations }) }
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text.slice(0, process.stderr.columns - 1)}`)
}

function save(report) {
  const text = `${JSON.stringify(report, null, 2)}\n`
  if (report.options.json) return writeFileSync(report.options.json, text)
  const dir = fileURLToPath(new URL('results/', import.meta.url))
  mkdirSync(dir, { recursive: true })
  writeFileSync(`${dir}${report.date.replaceAll(/[:.]/g, '-')}.json`, text)
  for (const [name, svg] of Object.entries(plotsOf(report.results))) writeFileSync(`${dir}${name}`, svg)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
