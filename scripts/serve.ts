import './compile-cache.mjs'
import { leanImport } from './lean-import.ts'

// In this process, so that the server gets each signal once and sets the exit code.
await leanImport(() => import('../src/server/main.ts'))
