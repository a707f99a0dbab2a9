import './node-version.mjs'
import { buildWeb } from './build-web.ts'
import { loadDotEnv, projectRoot } from './project.ts'

process.chdir(projectRoot)
if (!(await buildWeb())) process.exit(1)
loadDotEnv()
process.env.NODE_ENV ??= 'production'
// In this very process, so that a signal reaches the server once and its exit code is this one's.
await import('../src/server/main.ts')
