import './node-version.mjs'
import { buildWeb } from './build-web.ts'
import { loadDotEnv, projectRoot } from './project.ts'

process.chdir(projectRoot)
if (!(await buildWeb())) process.exit(1)
loadDotEnv()
process.env.NODE_ENV ??= 'production'
await import('./serve.ts')
