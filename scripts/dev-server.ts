import './node-version.mjs'
import { loadDotEnv, projectRoot } from './project.ts'

// Vite listens on :3000 and proxies API calls to this address.
Object.assign(process.env, { HOST: '127.0.0.1', PORT: '3001', APP_URL: 'http://localhost:3000' })
process.chdir(projectRoot)
loadDotEnv()
process.env.NODE_ENV ??= 'development'
// A reload should not wait for running replies.
process.env.SHUTDOWN_GRACE_MS ??= '0'
// Its output goes through a pipe to the terminal.
process.env.LOG_FORMAT ??= 'pretty'
await import('./serve.ts')
