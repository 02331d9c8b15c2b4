/** The same modules for `import` as for `require`, so that `instanceof` holds across both. */
export * from './index.ts'
