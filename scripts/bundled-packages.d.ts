export const bundledPackages: string
export function noteBundledPackages(file: string): { name: string }
export function noticesFor(folders: string[]): string
export function readBundledPackages(workspace: string): string[]
