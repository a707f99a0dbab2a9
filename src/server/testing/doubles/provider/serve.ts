import { QUICK_DELAY_MS } from './player.ts'
import { startProviderDouble } from './provider-double.ts'

<<<<<<< HEAD:src/server/testing/doubles/provider/serve.ts
/** `node src/server/testing/doubles/provider/serve.ts [port]`: the double as a process of its own. */
||||||| 43c4c21:src/server/testing/provider-double-server.ts
/** `node src/server/testing/provider-double-server.ts [port]`: the double as a process of its own. */
=======
/** `node src/server/testing/provider-double-server.ts [port]` runs the double as a separate process. */
>>>>>>> w3:src/server/testing/provider-double-server.ts
const double = await startProviderDouble(Number(process.argv[2] ?? 0), QUICK_DELAY_MS)
const { url, openaiBaseUrl, googleBaseUrl } = double
process.stdout.write(`${JSON.stringify({ url, openaiBaseUrl, googleBaseUrl })}\n`)

const stop = () => {
  double.close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Exits when its parent does: the pipe closes then.
process.stdin.on('close', stop).resume()
