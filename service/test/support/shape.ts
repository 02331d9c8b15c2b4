import { describe, expect, it } from 'vitest'
import { circlesAmong, sourcesIn, unreadModules, unusedExports } from './modules.ts'

/**
 * Imports point down this list, never up. Folders on the same line do not import each other. Files on the first line are
 * used from outside.
 */
type Floors = string[][]

/** Rules for the sources of every workspace. */
export function describeShape(folder: string, floors: Floors): void {
  const modules = sourcesIn(folder)
  const roomOf = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? ''
  const floorOf = (path: string) => floors.findIndex(rooms => rooms.includes(roomOf(path)))

  describe(`the shape of ${folder}`, () => {
    it('has a floor for every file, and a file on every floor', () => {
      expect(modules.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path)).toEqual([])
      const rooms = new Set(modules.map(({ path }) => roomOf(path)))
      expect(floors.flat().filter(room => !rooms.has(room))).toEqual([])
    })

    it('has imports in one direction only', () => {
      const wrong = modules.flatMap(({ path, takes }) =>
        takes
          .map(({ from }) => from)
          .filter(from => from.startsWith(`${folder}/`) && roomOf(from) !== roomOf(path))
          .filter(from => floorOf(from) <= floorOf(path))
          .map(from => `${path} → ${from}`),
      )
      expect(wrong).toEqual([])
    })

    it('has no import cycle', () => {
      expect(circlesAmong(modules)).toEqual([])
    })

    it('exports nothing that no other file uses', () => {
      expect(unusedExports(modules.filter(({ path }) => floorOf(path) > 0))).toEqual([])
    })

    it('has no unused file', () => {
      expect(unreadModules(modules.filter(({ path }) => floorOf(path) > 0))).toEqual([])
    })
  })
}
