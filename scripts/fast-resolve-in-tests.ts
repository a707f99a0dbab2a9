import { registerFastResolve } from './fast-resolve.ts'

// Preloaded by each test process, because every test file loads the server's packages again.
registerFastResolve()
