import type { TestProject } from 'vitest/node'
import { buildIfStale } from './build-if-stale.ts'
import { makeUsedDir } from './used-dir.ts'

export default async function setup(project: TestProject) {
  await buildIfStale()
  const { path, remove } = await makeUsedDir()
  project.provide('usedDir', path)
  return remove
}
