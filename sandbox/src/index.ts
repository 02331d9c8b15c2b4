export { apiVersion, platformAccount } from './constants.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'
export { DataDirError } from './store/data-dir-error.ts'
