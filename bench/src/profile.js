import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textTable } from './table.js'

/** Self time in a process's profiles while something was measured, by package and by function. */
export function readProfiles(dir, windows) {
  const files = readdirSync(dir).filter(name => name.endsWith('.cpuprofile'))
  return sharesOf(
    files.map(name => JSON.parse(readFileSync(join(dir, name), 'utf8'))),
    windows,
  )
}

export function sharesOf(profiles, windows) {
  const totals = newTotals()
  for (const profile of profiles) {
    const places = placesIn(profile.nodes)
    let at = profile.startTime
    profile.samples.forEach((id, i) => {
      const us = profile.timeDeltas[i]
      at += us
      const place = places.get(id)
      const isMeasured = place.own !== '(idle)' && windows.some(([from, to]) => at >= from && at <= to)
      if (isMeasured) count(totals, place, us)
    })
  }
  return { busyMs: totals.sum / 1000, ...sharesIn(totals) }
}

/** The memory that an operation allocated, by package and function, from samples. */
export function allocationsOf(heaps) {
  const totals = newTotals()
  for (const { profile } of heaps) {
    const tree = nodesIn(profile.head)
    const places = placesIn(tree.map(node => ({ ...node, children: node.children.map(({ id }) => id) })))
    for (const { id, selfSize } of tree) count(totals, places.get(id), selfSize)
  }
  const sum = name => heaps.reduce((total, heap) => total + heap[name], 0)
  return { kbEach: sum('bytes') / sum('operations') / 1024, ...sharesIn(totals) }
}

const nodesIn = node => [node, ...node.children.flatMap(nodesIn)]

const newTotals = () => ({ packages: new Map(), callers: new Map(), functions: new Map(), sum: 0 })

function count(totals, { own, caller, name }, amount) {
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + amount)
  totals.sum += amount
  add(totals.packages, own)
  add(totals.callers, caller)
  add(totals.functions, own === caller ? `${own} ${name}` : `${own} ${name}, for ${caller}`)
}

function sharesIn({ sum, packages, callers, functions }) {
  const sorted = map =>
    [...map].map(([name, amount]) => ({ name, share: amount / sum })).sort((a, b) => b.share - a.share)
  return { packages: sorted(packages), callers: sorted(callers), functions: sorted(functions) }
}

/** For each node of the profile: its package and, for code of Node.js itself, the package that called it. */
function placesIn(nodes) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])))
  const places = new Map()
  // Parents come before their children.
  for (const { id, callFrame } of nodes) {
    const own = packageOf(callFrame)
    const isNode = own === 'native' || own.startsWith('node:')
    const above = places.get(parents.get(id))?.caller
    const isKnown = above !== undefined && !above.startsWith('(') && above !== 'native'
    places.set(id, {
      own,
      caller: isNode && isKnown ? above : own,
      name: callFrame.functionName || '(anonymous)',
    })
  }
  return places
}

/** A package, a folder of the service, or a part of Node.js. */
export function packageOf({ url, functionName }) {
  const found = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? /\/service\/dist\/([^/]+)/.exec(url)
  if (found) return url.includes('/node_modules/') ? found[1] : `service/${found[1]}`
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  return functionName.startsWith('(') ? functionName : 'native'
}

export const profileTable = profile =>
  sharesTable(`${Math.round(profile.busyMs)} ms busy`, profile, share => `${(share * 100).toFixed(1)}%`)

export const allocationTable = allocations =>
  sharesTable(
    `${Math.round(allocations.kbEach)} kB allocated per operation`,
    allocations,
    share => `${(share * allocations.kbEach).toFixed(1)} kB`,
  )

function sharesTable(title, { packages, callers, functions }, amountOf) {
  const most = 25
  const line = ({ name, share }) => [amountOf(share), name]
  return [
    `${title}; by package:`,
    textTable(packages.slice(0, most).map(line)),
    'by package, including the Node.js functions that it called:',
    textTable(callers.slice(0, most).map(line)),
    'by function:',
    textTable(functions.slice(0, most).map(line)),
  ].join('\n')
}
