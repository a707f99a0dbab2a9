import { fastImport } from './fast-import.ts'

/** The argument with which the server's code is compiled for the next start, and nothing is started. */
const COMPILE = 'compile'

// In this process, so that the server gets each signal once and sets the exit code.
await fastImport(async () => {
  const { main } = await import('../src/server/main.ts')
  if (!import.meta.main || process.argv[2] !== COMPILE) return main()
  await import('../src/server/server.ts')
  process.exit()
})
