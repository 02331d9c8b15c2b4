import config, { more } from './vitest.config.ts'

export default { test: { ...config.test, include: more, exclude: ['**/node_modules/**'] } }
