import { registerFastResolve } from './fast-resolve.ts'

// Preloaded by each process that runs tests: every file of them loads the server's packages anew.
registerFastResolve()
