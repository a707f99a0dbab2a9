import './compile-cache.mjs'
import { registerLeanResolve } from './lean-resolve.ts'

// Preloaded by each process that runs tests.
registerLeanResolve()
