import { fastImport } from './fast-import.ts'

// In this process, so that the server gets each signal once and sets the exit code.
await fastImport(() => import('../src/server/main.ts'))
