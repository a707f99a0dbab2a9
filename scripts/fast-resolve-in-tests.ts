import './compile-cache.mjs'
import { registerFastResolve } from './fast-resolve.ts'

// Preloaded by each test process.
registerFastResolve()
