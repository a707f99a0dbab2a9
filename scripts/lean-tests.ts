import { registerLeanResolve } from './lean-resolve.ts'

// Preloaded by each test process, because every test file loads the server's packages again.
registerLeanResolve()
