import './node-version.mjs'
import { registerFastResolve } from './fast-resolve.ts'
import { loadDotEnv, projectRoot } from './project.ts'

process.chdir(projectRoot)
loadDotEnv()
process.env.NODE_ENV ??= 'production'
registerFastResolve()
await import('../src/server/operate.ts')
