import './compile-cache.mjs'
import { fastImport } from './fast-import.ts'

// In this very process, so that a signal reaches the server once and its exit code is this one's.
await fastImport(() => import('../src/server/main.ts'))
