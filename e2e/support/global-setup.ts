import type { TestProject } from 'vitest/node'
import { findChromium } from './find-chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string
  }
}

/** Found once, and if need be installed, before the first file. */
export default function setup(project: TestProject) {
  project.provide('chromium', findChromium())
}
