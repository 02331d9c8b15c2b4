import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './project.ts'

const dist = join(root, 'dist')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe('what is published', () => {
  it('has no dependencies, and every file that its manifest names', () => {
    expect(manifest.dependencies).toBeUndefined()
    expect(manifest.files).toEqual(['dist'])
    const named = JSON.stringify(manifest.exports).match(/dist\/[\w.]+/g) ?? []
    expect(named).toHaveLength(4)
    for (const file of [...named, manifest.main, manifest.types]) {
      expect(readFileSync(join(root, file), 'utf8')).not.toBe('')
    }
  })

  it('has source maps that resolve: each carries the text of its source', () => {
    const scripts = readdirSync(dist).filter(name => /\.m?js$/.test(name))
    expect(scripts).toContain('client.js')
    for (const name of scripts) {
      const script = readFileSync(join(dist, name), 'utf8')
      const url = /^\/\/# sourceMappingURL=(.+)$/m.exec(script)?.[1] ?? ''
      const map = JSON.parse(readFileSync(join(dist, url), 'utf8'))
      expect(map.sources).toHaveLength(1)
      const source = readFileSync(join(dirname(join(dist, name)), map.sources[0]), 'utf8')
      expect(map.sourcesContent).toEqual([source])
    }
  })
})
