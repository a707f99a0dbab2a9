import './node-version.mjs'
import { loadDotEnv, projectRoot } from './project.ts'

// Vite answers on :3000 and passes the API's calls on to this address.
Object.assign(process.env, { HOST: '127.0.0.1', PORT: '3001', APP_URL: 'http://localhost:3000' })
process.chdir(projectRoot)
loadDotEnv()
process.env.NODE_ENV ??= 'development'
// A reload should not wait for the replies that are running.
process.env.SHUTDOWN_GRACE_MS ??= '0'
await import('./serve.ts')
