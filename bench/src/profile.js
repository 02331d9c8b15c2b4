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
  const totals = { packages: new Map(), callers: new Map(), functions: new Map() }
  const add = (map, name, us) => map.set(name, (map.get(name) ?? 0) + us)
  let busy = 0
  for (const profile of profiles) {
    const places = placesIn(profile)
    let at = profile.startTime
    profile.samples.forEach((id, i) => {
      const us = profile.timeDeltas[i]
      at += us
      const { own, caller, name } = places.get(id)
      if (own === '(idle)' || !windows.some(([from, to]) => at >= from && at <= to)) return
      busy += us
      add(totals.packages, own, us)
      add(totals.callers, caller, us)
      add(totals.functions, own === caller ? `${own} ${name}` : `${own} ${name}, for ${caller}`, us)
    })
  }
  const sorted = map =>
    [...map].map(([name, us]) => ({ name, share: us / busy })).sort((a, b) => b.share - a.share)
  const shares = Object.entries(totals).map(([name, map]) => [name, sorted(map)])
  return { busyMs: busy / 1000, ...Object.fromEntries(shares) }
}

/** For each node of the profile: its package, and the package that Node.js works for there. */
function placesIn({ nodes }) {
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

export function profileTable({ busyMs, packages, callers, functions }, { most = 25 } = {}) {
  const line = ({ name, share }) => [`${(share * 100).toFixed(1)} %`, name]
  return [
    `${Math.round(busyMs)} ms busy; by package:`,
    textTable(packages.slice(0, most).map(line)),
    'by package, with what Node.js did for it:',
    textTable(callers.slice(0, most).map(line)),
    'by function:',
    textTable(functions.slice(0, most).map(line)),
  ].join('\n')
}
