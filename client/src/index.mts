/** The same modules for `import` as for `require`: an error is an `instanceof` the same class on both sides. */
export * from './index.ts'
