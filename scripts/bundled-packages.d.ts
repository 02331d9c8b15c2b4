/** What the console's configuration uses. */
export const bundledPackages: string
export function noteBundledPackages(file: string): { name: string }
