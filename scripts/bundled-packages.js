import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A plugin for rolldown and Vite: lists the folders of the bundled packages, for their license notices. */
export function noteBundledPackages(file) {
  return {
    name: 'note-bundled-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap(chunk => Object.keys(chunk.modules ?? {}))
      const folders = new Set(modules.map(folderOf).filter(folder => folder !== null))
      writeFileSync(file, `${JSON.stringify([...folders].sort(), null, 2)}\n`)
    },
  }
}

function folderOf(moduleId) {
  const [folder] = /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(moduleId.replace(/^\0/, '')) ?? []
  return folder ? relative(root, folder) : null
}

/** The licenses of the packages, sorted by package name, one section per package. */
export function noticesFor(folders) {
  const notices = [...new Set(folders)].map(folder => noticeOf(join(root, folder)))
  return [
    'This package contains code of the packages below, under the licenses that follow.',
    ...[...new Set(notices)].sort(),
  ].join(`\n\n${'-'.repeat(80)}\n\n`)
}

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
    .filter(file => !/\.(js|json|ts)$/.test(file))
    .map(file => readFileSync(join(folder, file), 'utf8').trim())
  const holder = typeof author === 'object' ? author.name : author
  const fallback = `No license text in the package${holder ? `; by ${holder}` : ''}.`
  return [`${name} ${version} (${license})`, ...(texts.length > 0 ? texts : [fallback])].join('\n\n')
}

export function readBundledPackages(workspace) {
  const file = join(workspace, bundledPackages)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** Hidden in a workspace's `dist`: npm does not pack it there, and the console does not serve it. */
export const bundledPackages = 'dist/.bundled'
