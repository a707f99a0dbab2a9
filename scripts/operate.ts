import './node-version.mjs'
import { loadDotEnv, projectRoot } from './project.ts'

process.chdir(projectRoot)
loadDotEnv()
process.env.NODE_ENV ??= 'production'
await import('../src/server/operate.ts')
