import { QUICK_DELAY_MS } from './player.ts'
import { startProviderDouble } from './provider-double.ts'

/** `node src/server/testing/doubles/provider/serve.ts [port]`: the double as a process of its own. */
const double = await startProviderDouble(Number(process.argv[2] ?? 0), QUICK_DELAY_MS)
const { url, openaiBaseUrl, googleBaseUrl } = double
process.stdout.write(`${JSON.stringify({ url, openaiBaseUrl, googleBaseUrl })}\n`)

const stop = () => {
  double.close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Whoever started it is gone once its end of the pipe is.
process.stdin.on('close', stop).resume()
