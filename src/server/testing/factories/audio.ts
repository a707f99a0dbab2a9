/** Something that is said at a second. */
export type Said = readonly [second: number, text: string]

const HEADER_BYTES = 44
/** Samples, and bytes, of a second. */
const RATE = 100

/** A small WAV whose samples spell its speech, for the transcriptions of the provider double. */
export function wavOf(...speech: readonly Said[]): Buffer {
  const spelled = Buffer.from(speech.map(([second, text]) => `${second} ${text}\n`).join(''))
  const seconds = (speech.at(-1)?.[0] ?? 0) + 10
  const data = Buffer.alloc(Math.max(seconds * RATE, spelled.length), 0x0a)
  spelled.copy(data)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + data.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  // PCM, one channel.
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  // One byte for each sample.
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/** The speech that a WAV of {@link wavOf} spells, and its length in seconds. */
export function speechOf(wav: Buffer): { speech: Said[]; seconds: number } {
  const lines = wav.toString('utf8', HEADER_BYTES).split('\n')
  const speech = lines.flatMap((line): Said[] => {
    const [, second, text] = /^(\d+) (.+)$/.exec(line) ?? []
    return second === undefined || text === undefined ? [] : [[Number(second), text]]
  })
  return { speech, seconds: (wav.length - HEADER_BYTES) / RATE }
}
