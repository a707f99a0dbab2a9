import { QUICK_DELAY_MS } from './player.ts'
import { startProviderDouble } from './provider-double.ts'

/** `node src/server/testing/doubles/provider/serve.ts [port]` runs the double as a separate process. */
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
